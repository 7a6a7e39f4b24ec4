{{/* The name of the application in labels and in the names of objects, up to 52 characters. */}}
{{- define "lexdex.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 52 | trimSuffix "-" }}
{{- end }}

{{/* Names of objects: up to 45 characters, so that they fit into 63 with a suffix and the number of a Job. */}}
{{- define "lexdex.fullname" -}}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 45 | trimSuffix "-" }}
{{- else }}
{{- $name := include "lexdex.name" . }}
{{- ternary .Release.Name (printf "%s-%s" .Release.Name $name) (contains $name .Release.Name) | trunc 45 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{/* Labels of every object. */}}
{{- define "lexdex.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{ include "lexdex.instanceLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "lexdex.instanceLabels" -}}
app.kubernetes.io/name: {{ include "lexdex.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{/* Labels that select the pods of the server. */}}
{{- define "lexdex.selectorLabels" -}}
{{ include "lexdex.instanceLabels" . }}
app.kubernetes.io/component: server
{{- end }}

{{- define "lexdex.serviceAccountName" -}}
{{- default (ternary (include "lexdex.fullname" .) "default" .Values.serviceAccount.create) .Values.serviceAccount.name }}
{{- end }}

{{/* The reference of an image; takes a list of the root context and the values of the image. */}}
{{- define "lexdex.image" -}}
{{- $root := index . 0 }}
{{- $image := index . 1 }}
{{- if $image.digest -}}
{{ $image.repository }}@{{ $image.digest }}
{{- else -}}
{{ $image.repository }}:{{ $image.tag | default $root.Chart.AppVersion }}
{{- end }}
{{- end }}

{{/* The path of the Ingress and the HTTPRoute. */}}
{{- define "lexdex.path" -}}
{{ .Values.basePath | default "/" }}
{{- end }}

{{- define "lexdex.hasSite" -}}
{{- if or .Values.site.toml .Values.site.existingConfigMap }}yes{{ end }}
{{- end }}

{{/* The place of the indexes: environment of `lexdex-mirror push` and `pull`. Takes the root context and a Secret's name. */}}
{{- define "lexdex.storeEnv" -}}
{{- $root := index . 0 }}
{{- $secret := index . 1 -}}
- name: LEXDEX_STORE
  value: {{ $root.Values.objectStore.url | quote }}
{{- with $root.Values.objectStore.endpoint }}
- name: LEXDEX_STORE_ENDPOINT
  value: {{ . | quote }}
{{- end }}
{{- with $root.Values.objectStore.region }}
- name: AWS_REGION
  value: {{ . | quote }}
{{- end }}
{{- if $secret }}
{{- range $key := list "AWS_ACCESS_KEY_ID" "AWS_SECRET_ACCESS_KEY" "AWS_SESSION_TOKEN" }}
- name: {{ $key }}
  valueFrom:
    secretKeyRef:
      name: {{ $secret | quote }}
      key: {{ $key }}
      {{- if eq $key "AWS_SESSION_TOKEN" }}
      optional: true
      {{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/* Environment of the server. A setting that is null has no variable. */}}
{{- define "lexdex.serverEnv" -}}
- name: LEXDEX_LISTEN
  value: "0.0.0.0:8080"
- name: LEXDEX_ADMIN_LISTEN
  value: "0.0.0.0:8081"
{{- if ne .Values.index.from "image" }}
- name: LEXDEX_INDEX
  value: /var/lib/lexdex/index
{{- end }}
{{- if eq .Values.index.from "pull" }}
- name: LEXDEX_WATCH_SECS
  value: "5"
{{- end }}
{{- $settings := dict
  "LEXDEX_RATE_LIMIT" .Values.rateLimit
  "LEXDEX_KEEP_PREVIOUS_SECS" .Values.keepPreviousSecs
  "LEXDEX_CACHE_MIB" .Values.cacheMib
  "LEXDEX_MAX_AGE" .Values.maxAge
  "LEXDEX_MAX_CONNECTIONS" .Values.maxConnections
  "LEXDEX_LOG_FORMAT" .Values.logFormat }}
{{- range $name, $value := $settings }}
{{- if not (kindIs "invalid" $value) }}
- name: {{ $name }}
  value: {{ ternary (toString $value) (int64 $value | toString) (kindIs "string" $value) | quote }}
{{- end }}
{{- end }}
{{- with .Values.basePath }}
- name: LEXDEX_BASE_PATH
  value: {{ . | quote }}
{{- end }}
{{- with .Values.trustedProxies }}
- name: LEXDEX_TRUSTED_PROXY
  value: {{ join "," . | quote }}
{{- end }}
{{- with .Values.mcp }}
{{- if not (kindIs "invalid" .enabled) }}
- name: LEXDEX_MCP
  value: {{ ternary "on" "off" .enabled | quote }}
{{- end }}
{{- with .allowedOrigins }}
- name: LEXDEX_MCP_ALLOWED_ORIGINS
  value: {{ join "," . | quote }}
{{- end }}
{{- end }}
{{- if include "lexdex.hasSite" . }}
- name: LEXDEX_SITE
  value: /etc/lexdex/site.toml
{{- end }}
{{- with .Values.logFilter }}
- name: RUST_LOG
  value: {{ . | quote }}
{{- end }}
{{- with .Values.limitStore }}
{{- if .enabled }}
- name: LEXDEX_LIMIT_STORE
  {{- if .url }}
  value: {{ .url | quote }}
  {{- else }}
  valueFrom:
    secretKeyRef:
      name: {{ .existingSecret | quote }}
      key: url
  {{- end }}
- name: LEXDEX_LIMIT_STORE_SECRET
  valueFrom:
    secretKeyRef:
      name: {{ .existingSecret | quote }}
      key: secret
- name: LEXDEX_LIMIT_STORE_FAILURE
  value: {{ .failure }}
{{- end }}
{{- end }}
{{- with .Values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* A container that copies the index from the object store. Takes the root context, a name and two arguments, of
which the second may be empty. */}}
{{- define "lexdex.pullContainer" -}}
{{- $root := index . 0 -}}
- name: {{ index . 1 }}
  image: {{ include "lexdex.image" (list $root $root.Values.mirrorImage) }}
  imagePullPolicy: {{ $root.Values.mirrorImage.pullPolicy }}
  args:
    - pull
    - --out=/var/lib/lexdex/index
    - {{ index . 2 }}
    {{- with index . 3 }}
    - {{ . }}
    {{- end }}
  env:
    {{- include "lexdex.storeEnv" (list $root $root.Values.objectStore.existingSecret) | nindent 4 }}
  {{- with $root.Values.securityContext }}
  securityContext:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $root.Values.index.pull.resources }}
  resources:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  volumeMounts:
    - name: index
      mountPath: /var/lib/lexdex/index
{{- end }}
