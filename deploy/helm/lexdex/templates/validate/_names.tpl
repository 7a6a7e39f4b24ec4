{{/* The checks of names: of the objects here and elsewhere, of labels and annotations. */}}

{{- define "lexdex.nameErrors" -}}
{{- if and (not .Values.fullnameOverride) (not (regexMatch `^[a-z]([-a-z0-9]*[a-z0-9])?$` (include "lexdex.fullname" .))) }}
the objects would be named {{ include "lexdex.fullname" . | quote }}, which no Service can be: set fullnameOverride to a name that begins with a letter and has letters, digits and hyphens, such as law
{{- end }}

{{- $names := list
  (list "objectStore.existingSecret" .Values.objectStore.existingSecret "Secret")
  (list "limitStore.existingSecret" .Values.limitStore.existingSecret "Secret")
  (list "site.existingConfigMap" .Values.site.existingConfigMap "ConfigMap")
  (list "priorityClassName" .Values.priorityClassName "PriorityClass")
  (list "serviceAccount.name" .Values.serviceAccount.name "ServiceAccount")
  (list "ingress.className" .Values.ingress.className "IngressClass")
  (list "mirror.push.existingSecret" .Values.mirror.push.existingSecret "Secret")
  (list "mirror.persistence.existingClaim" .Values.mirror.persistence.existingClaim "PersistentVolumeClaim")
  (list "mirror.persistence.storageClass" .Values.mirror.persistence.storageClass "StorageClass") }}
{{- range $idx, $secret := .Values.imagePullSecrets }}
{{- $names = append $names (list (printf "imagePullSecrets[%d].name" $idx) ($secret.name | default "-") "Secret") }}
{{- end }}
{{- range $idx, $tls := .Values.ingress.tls }}
{{- $names = append $names (list (printf "ingress.tls[%d].secretName" $idx) ($tls.secretName | default "-") "Secret") }}
{{- end }}
{{- range $idx, $parent := .Values.httpRoute.parentRefs }}
{{- $path := printf "httpRoute.parentRefs[%d]" $idx }}
{{- $names = concat $names (list
  (list (printf "%s.name" $path) $parent.name ($parent.kind | default "Gateway"))
  (list (printf "%s.namespace" $path) ($parent.namespace | default "") "namespace")
  (list (printf "%s.sectionName" $path) ($parent.sectionName | default "") "listener")) }}
{{- end }}
{{- range $idx, $variable := .Values.extraEnv }}
{{- range $source, $kind := dict "configMapKeyRef" "ConfigMap" "secretKeyRef" "Secret" }}
{{- $name := dig "valueFrom" $source "name" "" $variable }}
{{- $names = append $names (list (printf "extraEnv[%d].valueFrom.%s.name" $idx $source) $name $kind) }}
{{- end }}
{{- end }}
{{- range $idx, $volume := .Values.extraVolumes }}
{{- $path := printf "extraVolumes[%d]" $idx }}
{{- $names = concat $names (list
  (list (printf "%s.configMap.name" $path) (dig "configMap" "name" "" $volume) "ConfigMap")
  (list (printf "%s.secret.secretName" $path) (dig "secret" "secretName" "" $volume) "Secret")
  (list (printf "%s.persistentVolumeClaim.claimName" $path) (dig "persistentVolumeClaim" "claimName" "" $volume) "PersistentVolumeClaim")) }}
{{- range $place, $source := dig "projected" "sources" list $volume }}
{{- range $key, $kind := dict "configMap" "ConfigMap" "secret" "Secret" }}
{{- $names = append $names (list (printf "%s.projected.sources[%d].%s.name" $path $place $key) (dig $key "name" "" $source) $kind) }}
{{- end }}
{{- end }}
{{- end }}
{{- $part := `[a-z0-9]([-a-z0-9]*[a-z0-9])?` }}
{{- range $names }}
{{ include "lexdex.formError" (list (index . 0) (index . 1) (printf `(%s(\.%s)*)?` $part $part) (printf "the name of a %s: lower-case letters, digits, hyphens and dots" (index . 2))) }}
{{- if gt (len (index . 1)) 253 }}
{{ index . 0 }} is longer than 253 characters
{{- end }}
{{- end }}

{{- $maps := list
  (list "podLabels" .Values.podLabels true)
  (list "nodeSelector" .Values.nodeSelector true)
  (list "serviceMonitor.labels" .Values.serviceMonitor.labels true)
  (list "prometheusRule.labels" .Values.prometheusRule.labels true)
  (list "podAnnotations" .Values.podAnnotations false)
  (list "serviceAccount.annotations" .Values.serviceAccount.annotations false)
  (list "service.annotations" .Values.service.annotations false)
  (list "ingress.annotations" .Values.ingress.annotations false)
  (list "httpRoute.annotations" .Values.httpRoute.annotations false) }}
{{- range $map := $maps }}
{{- range $key, $value := index $map 1 }}
{{ include "lexdex.formError" (list (printf "a key of %s" (index $map 0)) $key (printf `(%s(\.%s)*/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?` $part $part) "up to 63 letters, digits and -._, perhaps after a domain and a slash") }}
{{- if index $map 2 }}
{{ include "lexdex.formError" (list (printf "%s.%s" (index $map 0) $key) $value `([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?` "up to 63 letters, digits and -._, which begins and ends with a letter or digit") }}
{{- end }}
{{- end }}
{{- end }}

{{- $own := concat (include "lexdex.labels" . | fromYaml | keys) (list "app.kubernetes.io/component") }}
{{- range $key := concat (keys .Values.podLabels) (keys .Values.serviceMonitor.labels) (keys .Values.prometheusRule.labels) | uniq | sortAlpha }}
{{- if has $key $own }}
the label {{ $key }} is the chart's own, by which it selects its pods: remove it from podLabels, serviceMonitor.labels and prometheusRule.labels
{{- end }}
{{- end }}
{{- if hasKey .Values.podAnnotations "checksum/site" }}
the annotation checksum/site is the chart's own: remove it from podAnnotations
{{- end }}
{{- end }}
