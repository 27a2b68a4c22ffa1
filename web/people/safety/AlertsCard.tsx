import { HeartPulse } from 'lucide-react'
import { useState } from 'react'
import { healthAlertKinds, type healthAlerts } from '#contract/people/safety/health-alerts.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { EditButton } from '#web/records/RecordRow.tsx'
import { useSaving } from '#web/records/saving.ts'
import { WriteDialog } from '#web/records/WriteDialog.tsx'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { CheckField } from '#web/ui/Fields.tsx'
import { LinesField } from '#web/ui/LinesField.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'

type Alert = OutputOf<typeof healthAlerts.save>

type Props = {
  studentId: string
  alerts: readonly Alert[]
  /** The operations of the reader, a parent or the office; none for people who only read. */
  save: typeof healthAlerts.save | typeof healthAlerts.saveOwn | null
  remove: typeof healthAlerts.remove | typeof healthAlerts.removeOwn
}

/** What those who have the child in front of them must know, one line for each kind. */
export function AlertsCard({ studentId, alerts, save, remove }: Props) {
  const { t } = useTranslation()
  const [editing, setEditing] = useState<Alert | 'new' | null>(null)
  const left = healthAlertKinds.filter((kind) => !alerts.some((alert) => alert.alertKind === kind))
  return (
    <Card className="space-y-4">
      <div>
        <h2 className="text-base">{t('safety.alerts')}</h2>
        <p className="text-sm text-muted">{t('safety.alertsMean')}</p>
      </div>
      {alerts.length === 0 && <p className="text-muted">{t('safety.noAlerts')}</p>}
      <ul className="divide-y divide-line">
        {alerts.map((alert) => (
          <li key={alert.id} className="flex items-start gap-3 py-2">
            <div className="min-w-0 flex-1 space-y-1 [overflow-wrap:anywhere]">
              <p className="font-medium">{t(`safety.kind.${alert.alertKind}`)}</p>
              <p className="whitespace-pre-line">
                <Bdi>{alert.toDo}</Bdi>
              </p>
              <StatusBadge
                status={alert.shown ? 'good' : 'neutral'}
                word={t(alert.shown ? 'safety.isShown' : 'safety.notShown')}
              />
            </div>
            {save && <EditButton name={t(`safety.kind.${alert.alertKind}`)} onClick={() => setEditing(alert)} />}
          </li>
        ))}
      </ul>
      {save && left.length > 0 && (
        <Button icon={<HeartPulse className="size-5" aria-hidden="true" />} onClick={() => setEditing('new')}>
          {t('safety.addAlert')}
        </Button>
      )}
      {save && editing && (
        <AlertDialog
          studentId={studentId}
          alert={editing === 'new' ? null : editing}
          kinds={left}
          save={save}
          remove={remove}
          onClose={() => setEditing(null)}
        />
      )}
    </Card>
  )
}

type DialogProps = Pick<Props, 'studentId' | 'remove'> & {
  alert: Alert | null
  kinds: readonly Alert['alertKind'][]
  save: NonNullable<Props['save']>
  onClose: () => void
}

function AlertDialog({ studentId, alert, kinds, save, remove, onClose }: DialogProps) {
  const { t } = useTranslation()
  const { mutateAsync: takeOut } = useWrite(remove)
  const { saving, save: saveNow } = useSaving()
  const offered = alert ? [alert.alertKind] : kinds
  const items = offered.map((value) => ({ value, label: t(`safety.kind.${value}`) }))
  const removeIt = () =>
    alert && void saveNow(() => takeOut({ studentId, alertKind: alert.alertKind }), t('safety.removed'), onClose)
  return (
    <WriteDialog
      operation={save}
      start={{
        studentId,
        alertKind: alert?.alertKind ?? offered[0]!,
        toDo: alert?.toDo ?? '',
        shown: alert?.shown ?? true,
        ...(alert && { baseVersion: alert.version }),
      }}
      title={t(alert ? `safety.kind.${alert.alertKind}` : 'safety.addAlert')}
      description={t('safety.shownMeans')}
      submit="common.save"
      done={t('settings.saved')}
      onClose={onClose}
    >
      {!alert && <ChoiceField name="alertKind" label="safety.alertKind" items={items} />}
      <LinesField name="toDo" label="safety.toDo" />
      <CheckField name="shown" label="safety.shown" />
      {alert && (
        <Button tone="danger" disabled={saving} onClick={removeIt}>
          {t('safety.removeAlert')}
        </Button>
      )}
    </WriteDialog>
  )
}
