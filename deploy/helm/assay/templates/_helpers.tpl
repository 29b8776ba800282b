{{- define "assay.name" -}}
{{- if contains "assay" .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-assay" .Release.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "assay.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{/* Labels of a role: (dict "root" $ "role" "api") */}}
{{- define "assay.selector" -}}
app.kubernetes.io/name: assay
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end }}

{{- define "assay.labels" -}}
{{ include "assay.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{/* Every pod: nobody's root, and no token of the cluster in it. */}}
{{- define "assay.podSecurity" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "assay.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* A role of the service: (dict "root" $ "role" "projector" "port" 9465 "portName" "metrics" "values" .Values.projector) */}}
{{- define "assay.serviceRole" -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "assay.name" .root }}-{{ .role }}
  labels:
    {{- include "assay.labels" . | nindent 4 }}
spec:
  {{- if not .autoscaled }}
  replicas: {{ .values.replicas }}
  {{- end }}
  strategy:
    rollingUpdate: { maxSurge: 1, maxUnavailable: 0 }
  selector:
    matchLabels:
      {{- include "assay.selector" . | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "assay.labels" . | nindent 8 }}
    spec:
      {{- include "assay.podSecurity" .root | nindent 6 }}
      terminationGracePeriodSeconds: 40
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "assay.selector" . | nindent 14 }}
      {{- with .root.Values.nodeSelector }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .root.Values.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      containers:
        - name: {{ .role }}
          image: {{ include "assay.image" .root | quote }}
          imagePullPolicy: {{ .root.Values.image.pullPolicy }}
          args: [{{ .role }}]
          securityContext:
            {{- include "assay.containerSecurity" . | nindent 12 }}
          envFrom:
            - configMapRef: { name: {{ include "assay.name" .root }}-settings }
            - secretRef: { name: {{ .root.Values.existingSecret }} }
          ports:
            - { name: {{ .portName }}, containerPort: {{ .port }} }
          startupProbe:
            httpGet: { path: /alive, port: {{ .portName }} }
            periodSeconds: 2
            failureThreshold: 60
          livenessProbe:
            httpGet: { path: /alive, port: {{ .portName }} }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          {{- if eq .role "api" }}
          readinessProbe:
            httpGet: { path: /api/health, port: {{ .portName }} }
            periodSeconds: 3
            timeoutSeconds: 5
          # It still answers while proxies learn that it leaves.
          lifecycle:
            preStop:
              exec: { command: [sleep, '10'] }
          {{- end }}
          resources:
            {{- toYaml .values.resources | nindent 12 }}
          volumeMounts:
            - { name: data, mountPath: /data }
            - { name: tmp, mountPath: /tmp }
      volumes:
        - name: data
          {{- if .root.Values.data.bucket }}
          emptyDir: {}
          {{- else }}
          persistentVolumeClaim: { claimName: {{ .root.Values.data.existingClaim | default (printf "%s-data" (include "assay.name" .root)) }} }
          {{- end }}
        - name: tmp
          emptyDir: {}
{{- end }}

{{/* The pod of an agent: what Deployment and Jobs share. */}}
{{- define "assay.agentPod" -}}
{{- include "assay.podSecurity" . }}
terminationGracePeriodSeconds: {{ add .Values.agents.finishSeconds 30 }}
{{- with .Values.agents.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.agents.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
containers:
  - name: agent
    image: {{ .Values.agents.image | default (include "assay.image" .) | quote }}
    imagePullPolicy: {{ .Values.image.pullPolicy }}
    args:
      - agent
      - --url=http://{{ include "assay.name" . }}:{{ .Values.service.port }}
      - --dir=/data/agent
      - --capacity={{ .Values.agents.capacity }}
      # The pod is what separates tests from everything else.
      - --isolate=none
      - --finish-seconds={{ .Values.agents.finishSeconds }}
      {{- with .Values.agents.pool }}
      - {{ printf "--pool=%s" . | quote }}
      {{- end }}
      {{- if eq .Values.agents.kind "jobs" }}
      - --idle-seconds={{ .Values.agents.idleSeconds }}
      {{- end }}
    securityContext:
      {{- include "assay.containerSecurity" . | nindent 6 }}
    env:
      - name: HOME
        value: /data/home
      - name: ASSAY_AGENT_TOKEN
        valueFrom:
          secretKeyRef: { name: {{ .Values.agents.existingSecret }}, key: ASSAY_AGENT_TOKEN }
    resources:
      {{- toYaml .Values.agents.resources | nindent 6 }}
    volumeMounts:
      - { name: work, mountPath: /data }
      - { name: tmp, mountPath: /tmp }
volumes:
  - name: work
    emptyDir: { sizeLimit: {{ .Values.agents.workspaceSize }} }
  - name: tmp
    emptyDir: {}
{{- end }}
