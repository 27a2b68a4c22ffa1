import { HeartPulse } from 'lucide-react'
import { useState } from 'react'
import { emergencyContacts } from '#contract/people/safety/emergency-contacts.ts'
import { healthAlerts } from '#contract/people/safety/health-alerts.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { AlertsCard } from './AlertsCard.tsx'
import { ContactsCard } from './ContactsCard.tsx'

type Props = { schoolId: string; student: { id: string; isMerged: boolean } }

/** Alerts and emergency contacts of a student, as the office reads and enters them. */
export function StudentSafety({ schoolId, student }: Props) {
  const seesAlerts = useMay(healthAlerts.ofStudent, schoolId)
  const seesContacts = useMay(emergencyContacts.ofStudent, schoolId)
  return (
    <>
      {seesAlerts && <Alerts schoolId={schoolId} student={student} />}
      {seesContacts && <Contacts schoolId={schoolId} student={student} />}
    </>
  )
}

/** Read when somebody opens them, because each reading is recorded. */
function Alerts({ schoolId, student }: Props) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const mayEdit = useMay(healthAlerts.save, schoolId) && !student.isMerged
  const { data, error, refetch } = useRead(healthAlerts.ofStudent, { studentId: student.id }, { enabled: open })
  if (!open)
    return (
      <Card className="space-y-4">
        <h2 className="text-base">{t('safety.alerts')}</h2>
        <Button icon={<HeartPulse className="size-5" aria-hidden="true" />} onClick={() => setOpen(true)}>
          {t('safety.open')}
        </Button>
      </Card>
    )
  if (!data) return <LoadingOrFailed error={error} again={refetch} count={2} />
  return (
    <AlertsCard
      studentId={student.id}
      alerts={data}
      save={mayEdit ? healthAlerts.save : null}
      remove={healthAlerts.remove}
    />
  )
}

function Contacts({ schoolId, student }: Props) {
  const mayEdit = useMay(emergencyContacts.save, schoolId) && !student.isMerged
  const { data, error, refetch } = useRead(emergencyContacts.ofStudent, { studentId: student.id })
  if (!data) return <LoadingOrFailed error={error} again={refetch} count={2} />
  const none = { studentId: student.id, givenByName: null, contacts: [], version: 1 }
  const own = data.find(({ givenByName }) => givenByName === null) ?? none
  return (
    <ContactsCard
      others={mayEdit ? data.filter((list) => list !== own) : data}
      own={mayEdit ? own : null}
      save={mayEdit ? emergencyContacts.save : null}
    />
  )
}
