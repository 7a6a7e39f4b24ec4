//! Values of the chart that Helm rejects, each with the complete messages.

use lexdex_tests::tool::run_refused;

use crate::system::deployment::chart_leaves::complaints;
use crate::system::deployment::helm::{has_helm, template};

/// Values, as YAML in one line, and the complaints about them, one a line.
type Refusals = [(&'static str, &'static str)];

#[track_caller]
fn assert_refused(cases: &Refusals) {
    if !has_helm() {
        return;
    }
    for (values, message) in cases {
        assert_eq!(complaints(values), *message, "{values}");
    }
}

#[test]
fn values_against_the_schema_are_rejected() {
    assert_refused(&[
        ("replicas: 3", "at '': additional properties 'replicas' not allowed"),
        ("replicaCount: two", "at '/replicaCount': got string, want integer"),
        ("index: {from: s3}", "at '/index/from': value must be one of 'image', 'imageVolume', 'pull'"),
        ("index: {pull: {watchSeconds: 5}}", "at '/index/pull': additional properties 'watchSeconds' not allowed"),
        ("rateLimit: many", "at '/rateLimit': got string, want null or integer"),
        ("limitStore: {failure: open}", "at '/limitStore/failure': value must be one of 'local', 'closed'"),
        ("ingress: {hosts: law.example.org}", "at '/ingress/hosts': got string, want array"),
        ("resources: {request: {cpu: 1}}", "at '/resources': additional properties 'request' not allowed"),
        ("service: {port: 80000}", "at '/service/port': maximum: got 80,000, want 65,535"),
        (
            "service: {type: Loadbalancer}",
            "at '/service/type': value must be one of 'ClusterIP', 'NodePort', 'LoadBalancer'",
        ),
        ("extraEnv: [{value: x}]", "at '/extraEnv/0': missing property 'name'"),
        ("extraEnv: [{name: X, value: 1}]", "at '/extraEnv/0/value': got number, want string"),
        ("extraVolumes: [{name: x}]", "at '/extraVolumes/0': minProperties: got 1, want 2"),
        ("image: {tag: null}", "at '/image': missing property 'tag'"),
        ("objectStore: null", "at '': missing property 'objectStore'"),
        ("podLabels: {team: 3}", "at '/podLabels/team': got number, want string"),
        (
            "topologySpreadConstraints: [{topologyKey: x, maxSkew: 1, whenUnsatisfiable: DoNotSchedul, labelSelector: {}}]",
            "at '/topologySpreadConstraints/0/whenUnsatisfiable': value must be one of 'DoNotSchedule', 'ScheduleAnyway'",
        ),
        (
            "topologySpreadConstraints: [{topologyKey: x, whenUnsatisfiable: ScheduleAnyway}]",
            "at '/topologySpreadConstraints/0': missing properties 'maxSkew', 'labelSelector'",
        ),
        (
            "tolerations: [{effect: NoSchedul, operator: exists}]",
            "at '/tolerations/0/effect': value must be one of 'NoSchedule', 'PreferNoSchedule', 'NoExecute'\n\
             at '/tolerations/0/operator': value must be one of 'Exists', 'Equal'",
        ),
        ("affinity: {nodeafinity: {}}", "at '/affinity': additional properties 'nodeafinity' not allowed"),
        (
            "affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 101, preferenc: {}}]}}",
            "at '/affinity/nodeAffinity/preferredDuringSchedulingIgnoredDuringExecution/0': additional properties \
             'preferenc' not allowed\n\
             at '/affinity/nodeAffinity/preferredDuringSchedulingIgnoredDuringExecution/0': missing property 'preference'\n\
             at '/affinity/nodeAffinity/preferredDuringSchedulingIgnoredDuringExecution/0/weight': maximum: got 101, want 100",
        ),
        (
            "affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKy: zone}]}}",
            "at '/affinity/podAntiAffinity/requiredDuringSchedulingIgnoredDuringExecution/0': additional properties \
             'topologyKy' not allowed\n\
             at '/affinity/podAntiAffinity/requiredDuringSchedulingIgnoredDuringExecution/0': missing property 'topologyKey'",
        ),
        (
            "extraVolumes: [{name: a, secre: {}}, {name: b, secret: {secretNam: c}}]",
            "at '/extraVolumes/0': additional properties 'secre' not allowed\n\
             at '/extraVolumes/1/secret': additional properties 'secretNam' not allowed\n\
             at '/extraVolumes/1/secret': missing property 'secretName'",
        ),
        (
            "extraEnv: [{name: X, valueFrom: {secretKeyRf: {}}}, {name: Z, valueFrom: {secretKeyRef: {name: a, kee: b}}}]",
            "at '/extraEnv/0/valueFrom': additional properties 'secretKeyRf' not allowed\n\
             at '/extraEnv/1/valueFrom/secretKeyRef': additional properties 'kee' not allowed\n\
             at '/extraEnv/1/valueFrom/secretKeyRef': missing property 'key'",
        ),
        ("podSecurityContext: {fsgroup: 1}", "at '/podSecurityContext': additional properties 'fsgroup' not allowed"),
        (
            "securityContext: {seccompProfile: {type: Default}}",
            "at '/securityContext/seccompProfile/type': value must be one of 'RuntimeDefault', 'Localhost', 'Unconfined'",
        ),
        (
            "networkPolicy: {egress: [{port: 6379}]}",
            "at '/networkPolicy/egress/0': additional properties 'port' not allowed",
        ),
        ("mirror: {persistence: {accessModes: []}}", "at '/mirror/persistence/accessModes': minItems: got 0, want 1"),
        ("trustedProxies: [10.0.0.1, 10.0.0.1]", "at '/trustedProxies': items at 0 and 1 are equal"),
    ]);
}

#[test]
fn malformed_texts_are_rejected() {
    assert_refused(&[
        (
            "fullnameOverride: 1law",
            "fullnameOverride is \"1law\": it must be a lower-case letter, then such letters, digits, and hyphens between \
             them, up to 45: a Service has this name",
        ),
        (
            "nameOverride: Law",
            "nameOverride is \"Law\": it must be lower-case letters, digits, and hyphens between them, up to 52\n\
             the objects would be named \"law-Law\", which no Service can be: set fullnameOverride to a name that begins with a \
             letter and has letters, digits and hyphens, such as law",
        ),
        (
            "image: {repository: 'lexdex:1.0', tag: a b, digest: latest}",
            "image.repository is \"lexdex:1.0\": it must be the name of an image without tag and digest, such as \
             registry.example.org/lexdex\n\
             image.tag is \"a b\": it must be letters, digits, and ._- after the first, up to 128; empty for the chart's \
             appVersion\n\
             image.digest is \"latest\": it must be sha256: and 64 hexadecimal digits, or empty for the tag",
        ),
        (
            "index: {from: imageVolume, imageVolume: {reference: Law}}",
            "index.imageVolume.reference is \"Law\": it must be an image such as registry.example.org/lexdex-index@sha256:…",
        ),
        (
            "basePath: law/",
            "basePath is \"law/\": it must be a path that begins with a slash and ends without one, such as /law, or empty",
        ),
        ("basePath: /law/../x", "basePath has .. between slashes, which clients and proxies remove: leave it out"),
        (
            "logFilter: wran",
            "logFilter is \"wran\": it must be a level such as warn, or levels of parts such as info,hyper=warn; the levels \
             are off, error, warn, info, debug and trace",
        ),
        ("serviceMonitor: {interval: 0s}", "serviceMonitor.interval is \"0s\": it must be longer than 0, such as 30s"),
        (
            "podDisruptionBudget: {maxUnavailable: 101%}",
            "podDisruptionBudget.maxUnavailable is \"101%\": it must be a number of pods, or a part such as 25%; \
             with 0, no node could be drained",
        ),
        (
            "mirror: {sync: {schedule: 99 99 * * *}, push: {schedule: 0 0 5-3 * *}, timeZone: Local time}",
            "mirror.sync.schedule is \"99 99 * * *\": it must be five fields of cron, such as 17 1 * * *\n\
             mirror.timeZone is \"Local time\": it must be the name of a zone, such as America/New_York or UTC\n\
             mirror.push.schedule has 5-3, which ends before it begins: exchange them",
        ),
        (
            "ingress: {hosts: ['https://law.example.org', 10.0.0.1], tls: [{secretName: x, hosts: ['a:1']}]}",
            "ingress.hosts is \"https://law.example.org\": it must be a name in lower case without scheme, port and path, \
             such as law.example.org or *.example.org\n\
             ingress.hosts is \"10.0.0.1\": it must be a name in lower case without scheme, port and path, such as \
             law.example.org or *.example.org\n\
             ingress.tls[0].hosts is \"a:1\": it must be a name in lower case without scheme, port and path, such as \
             law.example.org or *.example.org",
        ),
        (
            "mcp: {allowedHosts: ['https://law.example.org'], allowedOrigins: [chat.example.org, 'https://chat.example.org/']}",
            "mcp.allowedHosts is \"https://law.example.org\": it must be a host without scheme and path, such as \
             law.example.org or law.example.org:8443\n\
             mcp.allowedOrigins is \"chat.example.org\": it must be an origin without a path, such as \
             https://chat.example.org, or *\n\
             mcp.allowedOrigins is \"https://chat.example.org/\": it must be an origin without a path, such as \
             https://chat.example.org, or *",
        ),
        (
            "priorityClassName: High",
            "priorityClassName is \"High\": it must be the name of a PriorityClass: lower-case letters, digits, hyphens and dots",
        ),
        (
            "imagePullSecrets: [{name: ''}]",
            "imagePullSecrets[0].name is \"-\": it must be the name of a Secret: lower-case letters, digits, hyphens and dots",
        ),
        (
            "httpRoute: {parentRefs: [{name: Bad Name, namespace: a_b}]}\n\
             extraEnv: [{name: X, valueFrom: {secretKeyRef: {name: my_keys, key: x}}}]\n\
             extraVolumes: [{name: v, secret: {secretName: my_keys}}]",
            "httpRoute.parentRefs[0].name is \"Bad Name\": it must be the name of a Gateway: lower-case letters, digits, \
             hyphens and dots\n\
             httpRoute.parentRefs[0].namespace is \"a_b\": it must be the name of a namespace: lower-case letters, digits, \
             hyphens and dots\n\
             extraEnv[0].valueFrom.secretKeyRef.name is \"my_keys\": it must be the name of a Secret: lower-case letters, \
             digits, hyphens and dots\n\
             extraVolumes[0].secret.secretName is \"my_keys\": it must be the name of a Secret: lower-case letters, digits, \
             hyphens and dots",
        ),
        (
            "podLabels: {a b: c, team: -x}",
            "a key of podLabels is \"a b\": it must be up to 63 letters, digits and -._, perhaps after a domain and a slash\n\
             podLabels.team is \"-x\": it must be up to 63 letters, digits and -._, which begins and ends with a letter or digit",
        ),
        (
            "securityContext: {capabilities: {add: [net_raw]}}",
            "securityContext.capabilities.add is \"net_raw\": it must be ALL or the name of a capability without CAP_, such \
             as NET_RAW",
        ),
    ]);
}

#[test]
fn impossible_quantities_are_rejected() {
    assert_refused(&[
        (
            "resources: {requests: {cpu: abc, cpus: 1}, limits: {memory: 1GB}}",
            "resources.requests.cpu is \"abc\": it must be a quantity such as 2 or 500m\n\
             resources.requests.cpus is of no resource that Kubernetes knows: name cpu, memory, ephemeral-storage, or one \
             with a domain such as example.com/device\n\
             resources.limits.memory is \"1GB\": it must be a quantity such as 512Mi or 40Gi",
        ),
        (
            "resources: {requests: {memory: 100m}, limits: {memory: 512}}",
            "resources.requests.memory is \"100m\", which is less than a mebibyte: give a quantity such as 512Mi or 40Gi\n\
             resources.limits.memory is \"512\", which is less than a mebibyte: give a quantity such as 512Mi or 40Gi",
        ),
        (
            "mirror: {push: {resources: {requests: {cpu: 2, memory: 1.5Gi}, limits: {cpu: 500m, memory: 1536000k}}}}",
            "mirror.push.resources.requests.cpu (2) is above mirror.push.resources.limits.cpu (500m): no pod could start\n\
             mirror.push.resources.requests.memory (1.5Gi) is above mirror.push.resources.limits.memory (1536000k): no pod \
             could start",
        ),
        (
            "cacheMib: 1024",
            "cacheMib is 1024, and resources.limits.memory is 1Gi: a pod whose cache is full would be ended; set a limit \
             well above the cache",
        ),
        (
            "mirror: {persistence: {size: ''}}",
            "mirror.persistence.size is \"\": it must be a quantity such as 512Mi or 40Gi",
        ),
    ]);
}

#[test]
fn index_and_object_store_that_contradict_each_other_are_rejected() {
    assert_refused(&[
        (
            "index: {from: imageVolume}",
            "index.imageVolume.reference is empty: name the image of the index that index.from: imageVolume mounts",
        ),
        (
            "index: {imageVolume: {reference: law}, pull: {sizeLimit: 4Gi}}",
            "index.imageVolume.reference is set, but index.from is image: set index.from to imageVolume, or remove the \
             reference\n\
             index.pull.sizeLimit is set, but index.from is image: set index.from to pull, or remove the size",
        ),
        ("index: {from: pull}", "objectStore.url is empty: index.from: pull copies the index from there"),
        (
            "index: {from: pull, pull: {build: 0000000000000000000000000000000000000000000000000000000000000abc}}\n\
             objectStore: {url: 's3://law'}",
            "index.pull.build is set, and index.pull.watchSecs, too: set watchSecs to 0, since a pod that serves one build \
             looks for no other",
        ),
        (
            "index: {from: pull}\nobjectStore: {url: 'https://x/y', endpoint: 'http://store', existingSecret: x}",
            "objectStore.endpoint is of a bucket, and objectStore.url is the address of a web server: leave endpoint out, or \
             name a bucket by s3://BUCKET\n\
             objectStore.existingSecret is of a bucket, and objectStore.url is the address of a web server: leave \
             existingSecret out, or name a bucket by s3://BUCKET",
        ),
        (
            "index: {from: pull}\nobjectStore: {url: 's3://a/../b', endpoint: 'store:9000'}",
            "objectStore.url is \"s3://a/../b\": it must be s3://BUCKET or s3://BUCKET/PREFIX, where a bucket has 3 to 63 \
             lower-case letters, digits, hyphens and dots, the first and the last a letter or digit\n\
             objectStore.endpoint is \"store:9000\": it must be an address such as https://HOST or http://HOST:PORT, without \
             a user and a query",
        ),
        (
            "index: {from: pull}\nobjectStore: {url: 's3://Bad_Bucket'}",
            "objectStore.url is \"s3://Bad_Bucket\": it must be s3://BUCKET or s3://BUCKET/PREFIX, where a bucket has 3 to \
             63 lower-case letters, digits, hyphens and dots, the first and the last a letter or digit",
        ),
        (
            "index: {from: pull}\nobjectStore: {url: 'https://u:p@law.example'}",
            "objectStore.url is \"https://u:p@law.example\": it must be s3://BUCKET or s3://BUCKET/PREFIX, \
             or only to pull https://HOST/PATH, without a user and a query",
        ),
        (
            "objectStore: {url: 's3://law'}",
            "objectStore.url is set, and nothing uses it: set index.from to pull, or mirror.enabled to true, or remove it",
        ),
        (
            "objectStore: {region: eu-west-1}",
            "objectStore has an endpoint, a region or a Secret, but no url: name the bucket by s3://BUCKET, or remove them",
        ),
        (
            "mirror: {enabled: true}\nobjectStore: {url: 'https://law.example.org/indexes'}",
            "objectStore.url is the address of a web server, to which mirror.enabled cannot push: name a bucket by \
             s3://BUCKET\n\
             mirror.config has the contact of an example: put your own address there, so that publishers can reach you",
        ),
    ]);
    if has_helm() {
        let arguments = ["--kube-version", "1.32", "--set", "index.from=imageVolume,index.imageVolume.reference=law"];
        let printed = run_refused(&mut template(&arguments));
        let message = "index.from is imageVolume, which needs Kubernetes 1.33, and this is v1.32";
        assert!(printed.contains(message), "{printed}");
    }
}

#[test]
fn mirror_with_folders_outside_its_volume_is_rejected() {
    const STORE: &str = "objectStore: {url: 's3://law'}\nmirror: {enabled: true, config: ";
    if !has_helm() {
        return;
    }
    let cases = [
        ("contact = ", "mirror.config is no TOML: toml: line 1 (last key \"contact\"): unexpected EOF; expected value"),
        (
            "folders = 1",
            "mirror.config has no contact: put your address there, so that publishers can reach you\n\
             folders.downloads of mirror.config is \"\": it must be on the volume, such as /data/downloads\n\
             folders.corpus of mirror.config is \"\": it must be on the volume, such as /data/corpus\n\
             publish.to of mirror.config is \"\": it must be on the volume, such as /data/published",
        ),
        (
            "contact = \"law@example.edu\"\n\
             [folders]\ndownloads = \"/data/downloads\"\ncorpus = \"corpus\"\n\
             [publish]\nto = \"/data/../published\"\ntextfile = \"/var/x\"",
            "folders.corpus of mirror.config is \"corpus\": it must be on the volume, such as /data/corpus\n\
             publish.to of mirror.config is \"/data/../published\": it must be on the volume, such as /data/published\n\
             publish.textfile of mirror.config is \"/var/x\": it must be on the volume, such as /data/lexdex.prom",
        ),
        (
            "contact = \"law@example.edu\"\n\
             [folders]\ndownloads = \"/data/a\"\ncorpus = \"/data/b/\"\n[publish]\nto = \"/data/a/c\"\n\
             [[placed]]\nfolder = \"/data/b\"\nmapping = \"mapping.toml\"",
            "placed[0].mapping of mirror.config is \"mapping.toml\": it must be on the volume, such as /data/mapping.toml\n\
             folders.downloads and publish.to of mirror.config are one folder, or one is within the other: name two apart\n\
             folders.corpus and placed[0].folder of mirror.config are one folder, or one is within the other: name two apart",
        ),
    ];
    for (config, message) in cases {
        assert_eq!(complaints(&format!("{STORE}{config:?}}}")), message, "{config}");
    }
}

#[test]
fn limit_that_cannot_be_enforced_is_rejected() {
    assert_refused(&[
        (
            "limitStore: {enabled: true, url: 'redis://redis'}",
            "limitStore.existingSecret is empty: name a Secret whose key secret has at least 16 characters; \
             kubectl create secret generic NAME --from-literal=secret=\"$(openssl rand -hex 32)\"",
        ),
        (
            "limitStore: {enabled: true, existingSecret: limit, url: 'redis://app:pw@redis'}",
            "limitStore.url holds a password, which the Deployment would show: put the URL into the key url of \
             limitStore.existingSecret, and leave limitStore.url empty",
        ),
        (
            "limitStore: {enabled: true, existingSecret: limit, urlKey: secret}\nrateLimit: 0",
            "limitStore.urlKey and limitStore.secretKey are one key, secret: the URL and the secret need a key each\n\
             limitStore.enabled shares a rate limit, and rateLimit is 0: set a limit, or disable the store",
        ),
        (
            "limitStore: {url: 'redis://redis'}",
            "limitStore.enabled is false, but limitStore.url or limitStore.existingSecret is set: enable the store, or \
             remove them",
        ),
        (
            "ingress: {enabled: true, hosts: [law.example.org]}",
            "trustedProxies is empty: behind an ingress or a gateway all users would be one client with one rate limit; \
             name the network of its pods, such as [10.0.0.0/8], or set rateLimit to 0",
        ),
    ]);
}

#[test]
fn settings_of_pods_that_contradict_each_other_are_rejected() {
    assert_refused(&[
        (
            "autoscaling: {enabled: true, minReplicas: 11}\nresources: {requests: null}",
            "autoscaling.minReplicas (11) is above autoscaling.maxReplicas (10): exchange them\n\
             resources.requests.cpu is not set: autoscaling counts the CPU of the pods in percent of it",
        ),
        (
            "terminationGracePeriodSeconds: 15",
            "terminationGracePeriodSeconds is 15: set at least 16, which is preStopSleepSeconds, 10 seconds for requests \
             under way, and one more",
        ),
        (
            "securityContext: {runAsUser: 0, privileged: true}",
            "runAsUser of securityContext or podSecurityContext is 0, which runAsNonRoot forbids: take another user, such \
             as the image's 65532\n\
             securityContext.privileged needs allowPrivilegeEscalation: remove it, since lexdex needs no rights",
        ),
        (
            "tolerations: [{operator: Exists, value: x, key: a}, {value: z}, {key: a, tolerationSeconds: 5}]",
            "tolerations[0] has a value, and the operator Exists, which takes any: remove one of them\n\
             tolerations[1] has no key, which needs the operator Exists\n\
             tolerations[2].tolerationSeconds needs the effect NoExecute",
        ),
        (
            "topologySpreadConstraints: \
             [{topologyKey: x, maxSkew: 1, minDomains: 2, whenUnsatisfiable: ScheduleAnyway, labelSelector: {}}]",
            "topologySpreadConstraints[0].minDomains needs whenUnsatisfiable: DoNotSchedule",
        ),
        (
            "serviceAccount: {create: false, annotations: {a: b}}",
            "serviceAccount.annotations are set, but serviceAccount.create is false: annotate the account where it is made",
        ),
        (
            "podLabels: {app.kubernetes.io/name: x}\npodAnnotations: {checksum/site: x}",
            "the label app.kubernetes.io/name is the chart's own, by which it selects its pods: remove it from podLabels, \
             serviceMonitor.labels and prometheusRule.labels\n\
             the annotation checksum/site is the chart's own: remove it from podAnnotations",
        ),
        (
            "mirror: {persistence: {existingClaim: a, storageClass: b, accessModes: [ReadWriteOncePod, ReadWriteOnce]}}",
            "mirror.persistence.storageClass is of a claim that the chart makes, and existingClaim names another: remove one \
             of them\n\
             mirror.persistence.accessModes has ReadWriteOncePod and others: it must be alone",
        ),
    ]);
}

#[test]
fn extra_variables_and_volumes_of_the_chart_itself_are_rejected() {
    assert_refused(&[
        (
            "extraEnv: [{name: LEXDEX_RATE_LIMIT, value: '7'}, {name: RUST_LOG, value: info}, {name: LEXDEX_RATE, value: '7'}]",
            "extraEnv has LEXDEX_RATE_LIMIT, which is the chart's own: set rateLimit in place of it\n\
             extraEnv has RUST_LOG, which is the chart's own: set logFilter in place of it\n\
             extraEnv has LEXDEX_RATE, and lexdex has no such setting: `lexdex --help` lists them",
        ),
        (
            "extraEnv: [{name: 1X}, {name: X, value: a, valueFrom: {fieldRef: {fieldPath: x}}}, {name: X}]",
            "extraEnv[0].name is \"1X\": it must be letters, digits and -._, the first of them no digit\n\
             extraEnv[1] has a value and a valueFrom: remove one of them\n\
             extraEnv has X twice: remove one of them",
        ),
        (
            "extraVolumes: [{name: index, emptyDir: {}}, {name: A, emptyDir: {}}, {name: A, emptyDir: {}}]\n\
             extraVolumeMounts: [{name: b, mountPath: /etc/}, {name: A, mountPath: a}, {name: A, mountPath: /b}, {name: A, mountPath: /b/}]",
            "extraVolumes has index, which is a volume of the chart: take another name\n\
             extraVolumes[1].name is \"A\": it must be up to 63 lower-case letters, digits, and hyphens between them\n\
             extraVolumes[2].name is \"A\": it must be up to 63 lower-case letters, digits, and hyphens between them\n\
             extraVolumes has A twice: remove one of them\n\
             extraVolumeMounts[0].name is \"b\": it must be the name of one of extraVolumes\n\
             extraVolumeMounts[0].mountPath is \"/etc/\", and /etc/lexdex is the chart's own: take another path\n\
             extraVolumeMounts[1].mountPath is \"a\": it must be a path that begins with a slash, and is not the root\n\
             the paths of extraVolumeMounts has /b twice: remove one of them",
        ),
    ]);
}

#[test]
fn incomplete_objects_around_the_pods_are_rejected() {
    assert_refused(&[
        (
            "ingress: {enabled: true}\nhttpRoute: {enabled: true}\nrateLimit: 0",
            "ingress.hosts is empty: name the hosts of the Ingress, such as [law.example.org]\n\
             httpRoute.parentRefs is empty: name the gateway, such as [{name: public, namespace: gateways}]",
        ),
        (
            "networkPolicy: {enabled: true}\nserviceMonitor: {enabled: true}\n\
             limitStore: {enabled: true, existingSecret: limit}",
            "networkPolicy.egress is empty: the pods could reach neither the limit store nor the object store; \
             add a rule for each, such as [{ports: [{port: 6379}]}]\n\
             networkPolicy.allowMetricsFrom is empty: Prometheus could not scrape the pods; name its pods, such as \
             [{namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: monitoring}}}]",
        ),
        (
            "networkPolicy: {allowFrom: [{ipBlock: {cidr: 10.0.0.1}, podSelector: {}}]}",
            "networkPolicy has a peer with ipBlock and a selector: make two peers of it\n\
             a network of networkPolicy is \"10.0.0.1\": give the length of its prefix, too, such as 10.0.0.1/32",
        ),
        (
            "prometheusRule: {enabled: true}",
            "prometheusRule.enabled needs serviceMonitor.enabled: the alerts are of the series that it scrapes",
        ),
        (
            "site: {logoSvg: <svg/>}",
            "site.logoSvg is set, but site.toml is empty: name the logo there by logo = \"logo.svg\"",
        ),
        (
            "site: {existingConfigMap: law, toml: 'title = \"Law\"', logoSvg: logo.svg}",
            "site.existingConfigMap is set, and site.toml or site.logoSvg, too: set the one or the others\n\
             site.logoSvg has no <svg>: it must be the content of an SVG file\n\
             site.toml has title: it may have name, logo, color and [footer] with text and link\n\
             site.toml names \"no logo\": name logo = \"logo.svg\" and give site.logoSvg, or neither",
        ),
        (
            "site: {toml: name = }",
            "site.toml is no TOML: toml: line 1 (last key \"name\"): unexpected EOF; expected value",
        ),
    ]);
}
