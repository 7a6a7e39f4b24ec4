{{/* The checks of where the index is, and of the object store. */}}

{{- define "lexdex.storeErrors" -}}
{{- $isPulled := eq .Values.index.from "pull" }}
{{- with .Values.index }}
{{- if eq .from "imageVolume" }}
{{- if not .imageVolume.reference }}
index.imageVolume.reference is empty: name the image of the index that index.from: imageVolume mounts
{{- end }}
{{- if semverCompare "<1.33.0-0" $.Capabilities.KubeVersion.Version }}
index.from is imageVolume, which needs Kubernetes 1.33, and this is {{ $.Capabilities.KubeVersion.Version }}: use pull, or image
{{- end }}
{{- else if .imageVolume.reference }}
index.imageVolume.reference is set, but index.from is {{ .from }}: set index.from to imageVolume, or remove the reference
{{- end }}
{{- if and .pull.build (ne .from "pull") }}
index.pull.build is set, but index.from is {{ .from }}: set index.from to pull, or remove the build
{{- end }}
{{- if and (not (kindIs "invalid" .pull.sizeLimit)) (ne .from "pull") }}
index.pull.sizeLimit is set, but index.from is {{ .from }}: set index.from to pull, or remove the size
{{- end }}
{{- if and .pull.build (gt (int64 .pull.watchSecs) 0) (eq .from "pull") }}
index.pull.build is set, and index.pull.watchSecs, too: set watchSecs to 0, since a pod that serves one build looks for no other
{{- end }}
{{- end }}

{{- $isPushed := .Values.mirror.enabled }}
{{- with .Values.objectStore }}
{{- $isBucket := hasPrefix "s3://" .url }}
{{- if .url }}
{{- if not (or $isPulled $isPushed) }}
objectStore.url is set, and nothing uses it: set index.from to pull, or mirror.enabled to true, or remove it
{{- end }}
{{- $bucket := regexMatch `^s3://[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](/[^/?#\s]+)*/?$` .url }}
{{- if and $isBucket (or (not $bucket) (regexMatch `^s3://[^/]*\.\.|/\.{1,2}(/|$)` .url)) }}
objectStore.url is {{ quote .url }}: it must be s3://BUCKET or s3://BUCKET/PREFIX, where a bucket has 3 to 63 lower-case letters, digits, hyphens and dots, the first and the last a letter or digit
{{- else if not $isBucket }}
{{ include "lexdex.addressError" (list "objectStore.url" .url "s3://BUCKET or s3://BUCKET/PREFIX, or only to pull https://HOST/PATH, without a user and a query") }}
{{- if $isPushed }}
objectStore.url is the address of a web server, to which mirror.enabled cannot push: name a bucket by s3://BUCKET
{{- end }}
{{- range $key := list "endpoint" "region" "existingSecret" }}
{{- if get $.Values.objectStore $key }}
objectStore.{{ $key }} is of a bucket, and objectStore.url is the address of a web server: leave {{ $key }} out, or name a bucket by s3://BUCKET
{{- end }}
{{- end }}
{{- end }}
{{- else }}
{{- if or $isPulled $isPushed }}
objectStore.url is empty: {{ ternary "index.from: pull copies the index from there" "mirror.enabled pushes the index there" $isPulled }}
{{- else if or .endpoint .region .existingSecret }}
objectStore has an endpoint, a region or a Secret, but no url: name the bucket by s3://BUCKET, or remove them
{{- end }}
{{- end }}
{{- if .endpoint }}
{{ include "lexdex.addressError" (list "objectStore.endpoint" .endpoint "an address such as https://HOST or http://HOST:PORT, without a user and a query") }}
{{- end }}
{{- end }}
{{- end }}

{{/* The error about an address of http or https. Takes the key, the value, and the form in words. */}}
{{- define "lexdex.addressError" -}}
{{ include "lexdex.formError" (list (index . 0) (index . 1) (printf `https?://([A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])%s(/[^?#\s]*)?` (include "lexdex.pattern.port" .)) (index . 2)) }}
{{- end }}

{{/* A port behind a host, or none. */}}
{{- define "lexdex.pattern.port" -}}
(:([1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5]))?
{{- end }}
