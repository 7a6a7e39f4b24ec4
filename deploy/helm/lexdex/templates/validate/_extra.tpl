{{/* The checks of variables and volumes that the chart adds to the server. */}}

{{/* Names that are there twice. Takes the key and the names. */}}
{{- define "lexdex.duplicateErrors" -}}
{{- $path := index . 0 }}
{{- $seen := list }}
{{- range index . 1 }}
{{- if has . $seen }}
{{ $path }} has {{ . }} twice: remove one of them
{{- end }}
{{- $seen = append $seen . }}
{{- end }}
{{- end }}

{{/* The variables that the chart sets, each with the value to set in the place of the variable. */}}
{{- define "lexdex.variables" -}}
LEXDEX_LISTEN: service.port
LEXDEX_ADMIN_LISTEN: serviceMonitor.enabled
LEXDEX_INDEX: index.from
LEXDEX_WATCH_SECS: index.pull.watchSecs
LEXDEX_RATE_LIMIT: rateLimit
LEXDEX_KEEP_PREVIOUS_SECS: keepPreviousSecs
LEXDEX_CACHE_MIB: cacheMib
LEXDEX_MAX_AGE: maxAge
LEXDEX_MAX_CONNECTIONS: maxConnections
LEXDEX_LOG_FORMAT: logFormat
LEXDEX_BASE_PATH: basePath
LEXDEX_TRUSTED_PROXY: trustedProxies
LEXDEX_MCP: mcp.enabled
LEXDEX_MCP_ALLOWED_HOSTS: mcp.allowedHosts
LEXDEX_MCP_ALLOWED_ORIGINS: mcp.allowedOrigins
LEXDEX_SITE: site
LEXDEX_LIMIT_STORE: limitStore.url
LEXDEX_LIMIT_STORE_SECRET: limitStore.existingSecret
LEXDEX_LIMIT_STORE_FAILURE: limitStore.failure
RUST_LOG: logFilter
{{- end }}

{{- define "lexdex.extraErrors" -}}
{{- $variables := include "lexdex.variables" . | fromYaml }}
{{- $names := list }}
{{- range $idx, $variable := .Values.extraEnv }}
{{- $name := $variable.name }}
{{- $names = append $names $name }}
{{- if hasKey $variables $name }}
extraEnv has {{ $name }}, which is the chart's own: set {{ get $variables $name }} in place of it
{{- else if hasPrefix "LEXDEX_" $name }}
extraEnv has {{ $name }}, and lexdex has no such setting: `lexdex --help` lists them
{{- else }}
{{ include "lexdex.formError" (list (printf "extraEnv[%d].name" $idx) $name `[-._A-Za-z][-._A-Za-z0-9]*` "letters, digits and -._, the first of them no digit") }}
{{- end }}
{{- if and (hasKey $variable "value") (hasKey $variable "valueFrom") }}
extraEnv[{{ $idx }}] has a value and a valueFrom: remove one of them
{{- end }}
{{- end }}
{{ include "lexdex.duplicateErrors" (list "extraEnv" $names) }}

{{- $volumes := list }}
{{- range $idx, $volume := .Values.extraVolumes }}
{{- $volumes = append $volumes $volume.name }}
{{ include "lexdex.formError" (list (printf "extraVolumes[%d].name" $idx) $volume.name `[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?` "up to 63 lower-case letters, digits, and hyphens between them") }}
{{- if has $volume.name (list "index" "site") }}
extraVolumes has {{ $volume.name }}, which is a volume of the chart: take another name
{{- end }}
{{- end }}
{{ include "lexdex.duplicateErrors" (list "extraVolumes" $volumes) }}
{{- $paths := list }}
{{- range $idx, $mount := .Values.extraVolumeMounts }}
{{- $path := $mount.mountPath | trimSuffix "/" }}
{{- $paths = append $paths $path }}
{{- if not (has $mount.name $volumes) }}
extraVolumeMounts[{{ $idx }}].name is {{ quote $mount.name }}: it must be the name of one of extraVolumes
{{- end }}
{{ include "lexdex.formError" (list (printf "extraVolumeMounts[%d].mountPath" $idx) $mount.mountPath `/[^:]+` "a path that begins with a slash, and is not the root") }}
{{- range $own := list "/var/lib/lexdex/index" "/etc/lexdex" }}
{{- if or (eq $path $own) (hasPrefix (printf "%s/" $path) $own) (hasPrefix (printf "%s/" $own) $path) }}
extraVolumeMounts[{{ $idx }}].mountPath is {{ quote $mount.mountPath }}, and {{ $own }} is the chart's own: take another path
{{- end }}
{{- end }}
{{- end }}
{{ include "lexdex.duplicateErrors" (list "the paths of extraVolumeMounts" $paths) }}
{{- end }}
