{{/* The checks of the mirror: its configuration is read here, so that its folders are on its volume. */}}

{{/* The folder to which the sync publishes, and from which the push takes the index. */}}
{{- define "lexdex.published" -}}
{{- include "lexdex.mirrorKey" (list (fromToml .Values.mirror.config) "publish" "to") | clean }}
{{- end }}

{{/* The text at a key of a table, or nothing. Takes the configuration, the table and the key. */}}
{{- define "lexdex.mirrorKey" -}}
{{- $table := get (index . 0) (index . 1) }}
{{- if kindIs "map" $table }}{{ get $table (index . 2) }}{{ end }}
{{- end }}

{{- define "lexdex.mirrorErrors" -}}
{{- if and .Values.mirror.persistence.existingClaim .Values.mirror.persistence.storageClass }}
mirror.persistence.storageClass is of a claim that the chart makes, and existingClaim names another: remove one of them
{{- end }}
{{- $modes := .Values.mirror.persistence.accessModes }}
{{- if and (has "ReadWriteOncePod" $modes) (gt (len $modes) 1) }}
mirror.persistence.accessModes has ReadWriteOncePod and others: it must be alone
{{- end }}
{{- if .Values.mirror.enabled }}
{{- $config := fromToml .Values.mirror.config }}
{{- if hasKey $config "Error" }}
mirror.config is no TOML: {{ $config.Error | replace "\n" " " }}
{{- else }}
{{- if not (get $config "contact" | default "" | toString | trim) }}
mirror.config has no contact: put your address there, so that publishers can reach you
{{- else if contains "you@example.org" .Values.mirror.config }}
mirror.config has the contact of an example: put your own address there, so that publishers can reach you
{{- end }}
{{- $folders := list
  (list "folders.downloads" (include "lexdex.mirrorKey" (list $config "folders" "downloads")) "/data/downloads")
  (list "folders.corpus" (include "lexdex.mirrorKey" (list $config "folders" "corpus")) "/data/corpus")
  (list "publish.to" (include "lexdex.mirrorKey" (list $config "publish" "to")) "/data/published") }}
{{- $files := list (list "publish.textfile" (include "lexdex.mirrorKey" (list $config "publish" "textfile")) "/data/lexdex.prom") }}
{{- $placed := get $config "placed" }}
{{- range $idx, $table := ternary $placed list (kindIs "slice" $placed) }}
{{- $table := dict "" $table }}
{{- $folders = append $folders (list (printf "placed[%d].folder" $idx) (include "lexdex.mirrorKey" (list $table "" "folder")) "/data/placed") }}
{{- $files = append $files (list (printf "placed[%d].mapping" $idx) (include "lexdex.mirrorKey" (list $table "" "mapping")) "/data/mapping.toml") }}
{{- end }}
{{- range concat $folders $files }}
{{- $path := index . 1 }}
{{- if and (or $path (has . $folders)) (not (hasPrefix "/data/" (clean $path))) }}
{{ index . 0 }} of mirror.config is {{ quote $path }}: it must be on the volume, such as {{ index . 2 }}
{{- end }}
{{- end }}
{{- range $idx, $folder := $folders }}
{{- $path := index $folder 1 }}
{{- range slice $folders 0 $idx }}
{{- $other := index . 1 }}
{{- if and $path $other (or (hasPrefix (printf "%s/" (clean $other)) (printf "%s/" (clean $path))) (hasPrefix (printf "%s/" (clean $path)) (printf "%s/" (clean $other)))) }}
{{ index . 0 }} and {{ index $folder 0 }} of mirror.config are one folder, or one is within the other: name two apart
{{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}
