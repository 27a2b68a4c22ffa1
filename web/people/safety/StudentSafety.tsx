import { emergencyContacts } from '#contract/people/safety/emergency-contacts.ts'
import { healthAlerts } from '#contract/people/safety/health-alerts.ts'
import { useMay, useRead } from '#web/lib/api.ts'
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

function Alerts({ schoolId, student }: Props) {
  const mayEdit = useMay(healthAlerts.save, schoolId) && !student.isMerged
  const { data, error, refetch } = useRead(healthAlerts.ofStudent, { studentId: student.id })
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
