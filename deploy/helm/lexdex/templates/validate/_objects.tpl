{{/* The checks of the objects around the Deployment: how requests reach the pods, and how they are watched. */}}

{{- define "lexdex.objectErrors" -}}
{{- if and .Values.ingress.enabled (not .Values.ingress.hosts) }}
ingress.hosts is empty: name the hosts of the Ingress, such as [law.example.org]
{{- end }}
{{- if and .Values.httpRoute.enabled (not .Values.httpRoute.parentRefs) }}
httpRoute.parentRefs is empty: name the gateway, such as [{name: public, namespace: gateways}]
{{- end }}

{{- with .Values.networkPolicy }}
{{- if .enabled }}
{{- if and (not .egress) (or (eq $.Values.index.from "pull") $.Values.limitStore.enabled) }}
networkPolicy.egress is empty: the pods could reach neither the limit store nor the object store; add a rule for each, such as [{ports: [{port: 6379}]}]
{{- end }}
{{- if and (not .allowMetricsFrom) $.Values.serviceMonitor.enabled }}
networkPolicy.allowMetricsFrom is empty: Prometheus could not scrape the pods; name its pods, such as [{namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: monitoring}}}]
{{- end }}
{{- end }}
{{- $peers := concat .allowFrom .allowMetricsFrom }}
{{- range .egress }}
{{- $peers = concat $peers (.to | default list) }}
{{- end }}
{{- range $peers }}
{{- if .ipBlock }}
{{- if or (hasKey . "podSelector") (hasKey . "namespaceSelector") }}
networkPolicy has a peer with ipBlock and a selector: make two peers of it
{{- end }}
{{- range concat (list .ipBlock.cidr) (.ipBlock.except | default list) }}
{{ include "lexdex.formError" (list "a network of networkPolicy" . (printf `(%s)` (include "lexdex.pattern.network" $)) "a network such as 10.0.0.0/8 or 2001:db8::/32") }}
{{- if not (contains "/" (toString .)) }}
a network of networkPolicy is {{ quote . }}: give the length of its prefix, too, such as 10.0.0.1/32
{{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{- if and .Values.prometheusRule.enabled (not .Values.serviceMonitor.enabled) }}
prometheusRule.enabled needs serviceMonitor.enabled: the alerts are of the series that it scrapes
{{- end }}
{{- end }}
