{{/* The checks of what Kubernetes does with the pods. */}}

{{- define "lexdex.podErrors" -}}
{{- $least := add (int64 .Values.preStopSleepSeconds) 11 }}
{{- if lt (int64 .Values.terminationGracePeriodSeconds) $least }}
terminationGracePeriodSeconds is {{ int64 .Values.terminationGracePeriodSeconds }}: set at least {{ $least }}, which is preStopSleepSeconds, 10 seconds for requests under way, and one more
{{- end }}

{{- with .Values.autoscaling }}
{{- if .enabled }}
{{- if gt (int64 .minReplicas) (int64 .maxReplicas) }}
autoscaling.minReplicas ({{ int64 .minReplicas }}) is above autoscaling.maxReplicas ({{ int64 .maxReplicas }}): exchange them
{{- end }}
{{- if not (dig "requests" "cpu" "" ($.Values.resources | default dict)) }}
resources.requests.cpu is not set: autoscaling counts the CPU of the pods in percent of it
{{- end }}
{{- end }}
{{- end }}

{{- $pod := .Values.podSecurityContext }}
{{- $security := .Values.securityContext }}
{{- $user := get (ternary $security $pod (hasKey $security "runAsUser")) "runAsUser" | toString }}
{{- if and (eq $user "0") (get (ternary $security $pod (hasKey $security "runAsNonRoot")) "runAsNonRoot") }}
runAsUser of securityContext or podSecurityContext is 0, which runAsNonRoot forbids: take another user, such as the image's 65532
{{- end }}
{{- if and $security.privileged (hasKey $security "allowPrivilegeEscalation") (not $security.allowPrivilegeEscalation) }}
securityContext.privileged needs allowPrivilegeEscalation: remove it, since lexdex needs no rights
{{- end }}
{{- range $key := list "add" "drop" }}
{{- range dig "capabilities" $key list $.Values.securityContext }}
{{ include "lexdex.formError" (list (printf "securityContext.capabilities.%s" $key) . `[A-Z][A-Z_0-9]*` "ALL or the name of a capability without CAP_, such as NET_RAW") }}
{{- end }}
{{- end }}

{{- range $idx, $constraint := .Values.topologySpreadConstraints }}
{{- if and (hasKey $constraint "minDomains") (ne $constraint.whenUnsatisfiable "DoNotSchedule") }}
topologySpreadConstraints[{{ $idx }}].minDomains needs whenUnsatisfiable: DoNotSchedule
{{- end }}
{{- end }}
{{- range $idx, $toleration := .Values.tolerations }}
{{- $operator := $toleration.operator | default "Equal" }}
{{- if and (eq $operator "Exists") $toleration.value }}
tolerations[{{ $idx }}] has a value, and the operator Exists, which takes any: remove one of them
{{- end }}
{{- if and (not $toleration.key) (ne $operator "Exists") }}
tolerations[{{ $idx }}] has no key, which needs the operator Exists
{{- end }}
{{- if and (hasKey $toleration "tolerationSeconds") (ne ($toleration.effect | default "") "NoExecute") }}
tolerations[{{ $idx }}].tolerationSeconds needs the effect NoExecute
{{- end }}
{{- end }}

{{- if and (not .Values.serviceAccount.create) .Values.serviceAccount.annotations }}
serviceAccount.annotations are set, but serviceAccount.create is false: annotate the account where it is made
{{- end }}
{{- end }}
