{{/*
The checks of single texts. Each define here and beside it writes its errors, one a line.
A pattern of the schema would be printed as it is, so that patterns are here, each with its form in words.
*/}}

{{/* Patterns of parts of other patterns. */}}
{{- define "lexdex.pattern.octet" -}}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9]){{- end }}

{{/* An image without a tag and a digest. */}}
{{- define "lexdex.pattern.repository" -}}
{{- $part := `[a-z0-9]+((\.|_|__|-+)[a-z0-9]+)*` -}}
([A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:[0-9]{1,5})?/)?{{ $part }}(/{{ $part }})*
{{- end }}

{{/* An IPv4 or IPv6 address, or a network with the length of its prefix. */}}
{{- define "lexdex.pattern.network" -}}
{{- $octet := include "lexdex.pattern.octet" . }}
{{- $v4 := printf `%s(\.%s){3}` $octet $octet }}
{{- $h := `[0-9a-fA-F]{1,4}` }}
{{- $forms := list (printf `(%s:){7}%s` $h $h) (printf `(%s:){1,7}:` $h) (printf `:(:%s){1,7}` $h) `::` }}
{{- range $n := list 1 2 3 4 5 6 }}
{{- $forms = append $forms (printf `(%s:){1,%d}(:%s){1,%d}` $h (sub 7 $n) $h $n) }}
{{- end }}
{{- $forms = append $forms (printf `(%s:){6}%s` $h $v4) }}
{{- $forms = append $forms (printf `::(%s:){0,5}%s` $h $v4) -}}
{{ $v4 }}(/([12]?[0-9]|3[0-2]))?|({{ join "|" $forms }})(/([1-9]?[0-9]|1[01][0-9]|12[0-8]))?
{{- end }}

{{/* Fields of cron. */}}
{{- define "lexdex.pattern.schedule" -}}
{{- $minute := `[0-5]?[0-9]` }}
{{- $hour := `([01]?[0-9]|2[0-3])` }}
{{- $day := `(0?[1-9]|[12][0-9]|3[01])` }}
{{- $month := `(0?[1-9]|1[0-2]|(?i:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))` }}
{{- $weekday := `([0-6]|(?i:sun|mon|tue|wed|thu|fri|sat))` }}
{{- $fields := list }}
{{- range list $minute $hour $day $month $weekday }}
{{- $part := printf `(\*|%s(-%s)?)(/[1-9][0-9]*)?` . . }}
{{- $fields = append $fields (printf `%s(,%s)*` $part $part) }}
{{- end -}}
@(yearly|annually|monthly|weekly|daily|midnight|hourly)|{{ join " +" $fields }}
{{- end }}

{{/* The error about a value, if it has not the form. Takes the key, the value, the pattern of all of it, and the form in words. */}}
{{- define "lexdex.formError" -}}
{{- $value := index . 1 | toString }}
{{- if not (regexMatch (printf `^(%s)$` (index . 2)) $value) -}}
{{ index . 0 }} is {{ printf "%q" $value }}: it must be {{ index . 3 }}
{{- end }}
{{- end }}

{{- define "lexdex.formErrors" -}}
{{- $repository := include "lexdex.pattern.repository" . }}
{{- $schedule := include "lexdex.pattern.schedule" . }}
{{- $key := `[-._A-Za-z0-9]{1,253}` }}
{{- $level := `(?i:off|error|warn|info|debug|trace)` }}
{{- $directive := printf `(%s|[A-Za-z0-9_:]*(\[[^],]*\])?=%s)` $level $level }}
{{- $host := `(\*\.)?([a-z0-9]([-a-z0-9]*[a-z0-9])?\.)*[a-z]([-a-z0-9]*[a-z0-9])?` }}
{{- $inWords := dict
  "host" "a name in lower case without scheme, port and path, such as law.example.org or *.example.org"
  "repository" "the name of an image without tag and digest, such as registry.example.org/lexdex"
  "tag" "letters, digits, and ._- after the first, up to 128; empty for the chart's appVersion"
  "digest" "sha256: and 64 hexadecimal digits, or empty for the tag"
  "key" "a key of a Secret: letters, digits and -._" }}
{{- $forms := list
  (list "image.repository" $repository $inWords.repository)
  (list "mirrorImage.repository" $repository $inWords.repository)
  (list "image.tag" `([A-Za-z0-9_][A-Za-z0-9._-]{0,127})?` $inWords.tag)
  (list "mirrorImage.tag" `([A-Za-z0-9_][A-Za-z0-9._-]{0,127})?` $inWords.tag)
  (list "image.digest" `(sha256:[0-9a-f]{64})?` $inWords.digest)
  (list "mirrorImage.digest" `(sha256:[0-9a-f]{64})?` $inWords.digest)
  (list "nameOverride" `([a-z0-9]([-a-z0-9]{0,50}[a-z0-9])?)?` "lower-case letters, digits, and hyphens between them, up to 52")
  (list "fullnameOverride" `([a-z]([-a-z0-9]{0,43}[a-z0-9])?)?` "a lower-case letter, then such letters, digits, and hyphens between them, up to 45: a Service has this name")
  (list "index.imageVolume.reference" (printf `(%s(:[A-Za-z0-9_][A-Za-z0-9._-]{0,127})?(@sha256:[0-9a-f]{64})?)?` $repository) "an image such as registry.example.org/lexdex-index@sha256:…")
  (list "index.pull.build" `([0-9a-f]{64})?` "a build id, 64 hexadecimal digits, as the header Lexdex-Build has it; empty for the latest")
  (list "basePath" `((/[A-Za-z0-9._~-]+)+)?` "a path that begins with a slash and ends without one, such as /law, or empty")
  (list "basePath" `.{0,100}` "no longer than 100 characters")
  (list "logFilter" (printf `(%s(,%s)*)?` $directive $directive) "a level such as warn, or levels of parts such as info,hyper=warn; the levels are off, error, warn, info, debug and trace")
  (list "limitStore.secretKey" $key $inWords.key)
  (list "limitStore.urlKey" $key $inWords.key)
  (list "objectStore.region" `[A-Za-z0-9._-]*` "the name of a region, such as us-east-1")
  (list "serviceMonitor.interval" `([0-9]+(ms|s|m|h))*` "a time such as 30s or 1m")
  (list "serviceMonitor.interval" `(.*[1-9].*)?` "longer than 0, such as 30s")
  (list "podDisruptionBudget.maxUnavailable" `[1-9][0-9]*|([1-9][0-9]?|100)%` "a number of pods, or a part such as 25%; with 0, no node could be drained")
  (list "mirror.sync.schedule" $schedule "five fields of cron, such as 17 1 * * *")
  (list "mirror.push.schedule" $schedule "five fields of cron, such as 47 * * * *")
  (list "mirror.timeZone" `[A-Z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+){0,2}` "the name of a zone, such as America/New_York or UTC")
}}
{{- range $forms }}
{{- $value := $.Values }}
{{- range splitList "." (index . 0) }}{{ $value = index $value . }}{{ end }}
{{ include "lexdex.formError" (list (index . 0) $value (index . 1) (index . 2)) }}
{{- end }}
{{- range $command := list "sync" "push" }}
{{- range regexFindAll `[0-9]+-[0-9]+` (index $.Values.mirror $command).schedule -1 }}
{{- $ends := splitList "-" . }}
{{- if gt (first $ends | atoi) (last $ends | atoi) }}
mirror.{{ $command }}.schedule has {{ . }}, which ends before it begins: exchange them
{{- end }}
{{- end }}
{{- end }}
{{- range splitList "/" .Values.basePath }}
{{- if has . (list "." "..") }}
basePath has {{ . }} between slashes, which clients and proxies remove: leave it out
{{- end }}
{{- end }}
{{- range .Values.trustedProxies }}
{{ include "lexdex.formError" (list "trustedProxies" . (include "lexdex.pattern.network" $) "a network such as 10.0.0.0/8 or 2001:db8::/32, or an address") }}
{{- end }}
{{- range .Values.mcp.allowedHosts }}
{{ include "lexdex.formError" (list "mcp.allowedHosts" . `[A-Za-z0-9._-]+(:[0-9]{1,5})?|\[[0-9A-Fa-f:.]+\](:[0-9]{1,5})?` "a host without scheme and path, such as law.example.org or law.example.org:8443") }}
{{- end }}
{{- range .Values.mcp.allowedOrigins }}
{{ include "lexdex.formError" (list "mcp.allowedOrigins" . `\*|https?://[^\s,/?#@]+` "an origin without a path, such as https://chat.example.org, or *") }}
{{- end }}
{{- range .Values.ingress.hosts }}
{{ include "lexdex.formError" (list "ingress.hosts" . $host $inWords.host) }}
{{- end }}
{{- range $idx, $tls := .Values.ingress.tls }}
{{- range $tls.hosts }}
{{ include "lexdex.formError" (list (printf "ingress.tls[%d].hosts" $idx) . $host $inWords.host) }}
{{- end }}
{{- end }}
{{- range .Values.httpRoute.hostnames }}
{{ include "lexdex.formError" (list "httpRoute.hostnames" . $host $inWords.host) }}
{{- end }}
{{- end }}
