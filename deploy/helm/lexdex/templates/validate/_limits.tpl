{{/* The checks of the rate limit: its store, and the proxies before it. */}}

{{- define "lexdex.limitErrors" -}}
{{- $isLimited := or (kindIs "invalid" .Values.rateLimit) (ne (int64 .Values.rateLimit) 0) }}
{{- with .Values.limitStore }}
{{- if .enabled }}
{{- if not .existingSecret }}
limitStore.existingSecret is empty: name a Secret whose key {{ .secretKey }} has at least 16 characters; kubectl create secret generic NAME --from-literal={{ .secretKey }}="$(openssl rand -hex 32)"
{{- end }}
{{- if and (not .url) (eq .urlKey .secretKey) }}
limitStore.urlKey and limitStore.secretKey are one key, {{ .urlKey }}: the URL and the secret need a key each
{{- end }}
{{- if not $isLimited }}
limitStore.enabled shares a rate limit, and rateLimit is 0: set a limit, or disable the store
{{- end }}
{{- if .url }}
{{ include "lexdex.limitUrlError" . }}
{{- end }}
{{- else if or .url .existingSecret }}
limitStore.enabled is false, but limitStore.url or limitStore.existingSecret is set: enable the store, or remove them
{{- end }}
{{- end }}

{{- if and (or .Values.ingress.enabled .Values.httpRoute.enabled) $isLimited (not .Values.trustedProxies) }}
trustedProxies is empty: behind an ingress or a gateway all users would be one client with one rate limit; name the network of its pods, such as [10.0.0.0/8], or set rateLimit to 0
{{- end }}
{{- end }}

{{/* The first error of the URL of the store, if there is one. Takes the values of the store. */}}
{{- define "lexdex.limitUrlError" -}}
{{- $name := `([A-Za-z0-9._%-]+|\[[0-9A-Fa-f:.]+(%[A-Za-z0-9._-]+)?\])` }}
{{- $hosts := printf `%s%s(,%s%s)*` $name (include "lexdex.pattern.port" .) $name (include "lexdex.pattern.port" .) }}
{{- if or (contains "@" .url) (contains "sentinel-password=" .url) -}}
limitStore.url holds a password, which the Deployment would show: put the URL into the key {{ .urlKey }} of limitStore.existingSecret, and leave limitStore.url empty
{{- else if not (regexMatch `^rediss?(-sentinel|-cluster)?://` .url) -}}
limitStore.url is {{ quote .url }}: it must be a URL that begins with redis://, rediss:// (TLS), redis-sentinel:// or redis-cluster://
{{- else if not (regexMatch (printf `^[a-z-]+://%s([/?].*)?$` $hosts) .url) -}}
limitStore.url is {{ quote .url }}: it must have a host, or several between commas, each with a port of 1 to 65535 or none, and an IPv6 address in brackets
{{- else if and (regexMatch `^rediss?://` .url) (contains "," .url) -}}
limitStore.url has several hosts: give redis-sentinel:// or redis-cluster://, or one host
{{- else if and (regexMatch `^rediss?-cluster://` .url) (not (regexMatch `^[^/]*//[^/?]*/?0?$` .url)) -}}
limitStore.url has a database or a query, and a cluster has neither: leave it out
{{- else if and (regexMatch `^rediss?://` .url) (not (regexMatch `^[^/]*//[^/?]*(/[0-9]{0,9})?$` .url)) -}}
limitStore.url is {{ quote .url }}: behind the host may be the number of a database, such as /0, and nothing else
{{- else if and (contains "-sentinel://" .url) (not (regexMatch `^[^/]*//[^/?]*(/[0-9]{0,9})?\?(sentinel-user=[^&=#]+&)?master=[^&=#]+(&sentinel-user=[^&=#]+)?$` .url)) -}}
limitStore.url is {{ quote .url }}: name the master behind the hosts by ?master=NAME, as in sentinel.conf
{{- end }}
{{- end }}
