{{/* The checks of the site file. The server reads it at its start, and ends if it is wrong. */}}
{{- define "lexdex.siteErrors" -}}
{{- with .Values.site }}
{{- if and .existingConfigMap (or .toml .logoSvg) }}
site.existingConfigMap is set, and site.toml or site.logoSvg, too: set the one or the others
{{- end }}
{{- if and .logoSvg (not .toml) }}
site.logoSvg is set, but site.toml is empty: name the logo there by logo = "logo.svg"
{{- end }}
{{- if and .logoSvg (not (contains "<svg" .logoSvg)) }}
site.logoSvg has no <svg>: it must be the content of an SVG file
{{- end }}
{{- $site := fromToml .toml }}
{{- if hasKey $site "Error" }}
site.toml is no TOML: {{ $site.Error | replace "\n" " " }}
{{- else }}
{{- range $key, $_ := $site }}
{{- if not (has $key (list "name" "logo" "color" "footer")) }}
site.toml has {{ $key }}: it may have name, logo, color and [footer] with text and link
{{- end }}
{{- end }}
{{- if and .toml (ne (get $site "logo" | default "") (ternary "logo.svg" "" (ne .logoSvg ""))) }}
site.toml names {{ get $site "logo" | default "no logo" | quote }}: name logo = "logo.svg" and give site.logoSvg, or neither
{{- end }}
{{- end }}
{{- end }}
{{- end }}
