{{/* The checks of quantities. */}}

{{- define "lexdex.pattern.quantity" -}}[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+|m|k|Ki|M|Mi|G|Gi|T|Ti|P|Pi|E|Ei)?{{- end }}

{{/* A quantity as a number. */}}
{{- define "lexdex.amount" -}}
{{- $factors := dict "m" 0.001 "k" 1e3 "M" 1e6 "G" 1e9 "T" 1e12 "P" 1e15 "E" 1e18 }}
{{- range $idx, $suffix := list "Ki" "Mi" "Gi" "Ti" "Pi" "Ei" }}
{{- $_ := set $factors $suffix (mulf 1024.0 (get $factors (index (list "" "Ki" "Mi" "Gi" "Ti" "Pi") $idx) | default 1.0)) }}
{{- end }}
{{- $text := toString . }}
{{- printf "%f" (mulf (regexFind `^[0-9.]+(e[+-]?[0-9]+)?` $text | float64) (get $factors (regexFind `[A-Za-z]+$` $text) | default 1.0)) }}
{{- end }}

{{/* The error about an amount of memory or of a disk. Takes the key and the value. */}}
{{- define "lexdex.bytesError" -}}
{{- $text := index . 1 | toString }}
{{- if not (regexMatch (printf `^%s$` (include "lexdex.pattern.quantity" .)) $text) -}}
{{ index . 0 }} is {{ quote $text }}: it must be a quantity such as 512Mi or 40Gi
{{- else if lt (include "lexdex.amount" $text | float64) 1048576.0 -}}
{{ index . 0 }} is {{ quote $text }}, which is less than a mebibyte: give a quantity such as 512Mi or 40Gi
{{- end }}
{{- end }}

{{/* The errors about the resources of a container. Takes the key and the value. */}}
{{- define "lexdex.resourcesErrors" -}}
{{- $path := index . 0 }}
{{- $resources := index . 1 | default dict }}
{{- range $kind := list "requests" "limits" }}
{{- range $name, $quantity := get $resources $kind | default dict }}
{{- $key := printf "%s.%s.%s" $path $kind $name }}
{{- if or (has $name (list "memory" "ephemeral-storage")) (hasPrefix "hugepages-" $name) }}
{{ include "lexdex.bytesError" (list $key $quantity) }}
{{- else if or (eq $name "cpu") (contains "/" $name) }}
{{ include "lexdex.formError" (list $key $quantity (include "lexdex.pattern.quantity" $) "a quantity such as 2 or 500m") }}
{{- else }}
{{ $key }} is of no resource that Kubernetes knows: name cpu, memory, ephemeral-storage, or one with a domain such as example.com/device
{{- end }}
{{- end }}
{{- end }}
{{- range $name, $request := $resources.requests }}
{{- $limit := get ($resources.limits | default dict) $name | toString }}
{{- $quantity := printf `^%s$` (include "lexdex.pattern.quantity" $) }}
{{- if and (regexMatch $quantity $limit) (regexMatch $quantity (toString $request)) }}
{{- if gt (include "lexdex.amount" $request | float64) (include "lexdex.amount" $limit | float64) }}
{{ $path }}.requests.{{ $name }} ({{ $request }}) is above {{ $path }}.limits.{{ $name }} ({{ $limit }}): no pod could start
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{- define "lexdex.quantityErrors" -}}
{{- range list
  (list "resources" .Values.resources)
  (list "index.pull.resources" .Values.index.pull.resources)
  (list "mirror.sync.resources" .Values.mirror.sync.resources)
  (list "mirror.push.resources" .Values.mirror.push.resources) }}
{{ include "lexdex.resourcesErrors" . }}
{{- end }}
{{ include "lexdex.bytesError" (list "mirror.persistence.size" .Values.mirror.persistence.size) }}
{{- if not (kindIs "invalid" .Values.index.pull.sizeLimit) }}
{{ include "lexdex.bytesError" (list "index.pull.sizeLimit" .Values.index.pull.sizeLimit) }}
{{- end }}
{{- $memory := dig "limits" "memory" "" (.Values.resources | default dict) | toString }}
{{- if and .Values.cacheMib (regexMatch (printf `^%s$` (include "lexdex.pattern.quantity" .)) $memory) }}
{{- if ge (mulf (float64 .Values.cacheMib) 1048576.0) (include "lexdex.amount" $memory | float64) }}
cacheMib is {{ int64 .Values.cacheMib }}, and resources.limits.memory is {{ $memory }}: a pod whose cache is full would be ended; set a limit well above the cache
{{- end }}
{{- end }}
{{- end }}
