import { emergencyContacts } from '#contract/people/safety/emergency-contacts.ts'
import { healthAlerts } from '#contract/people/safety/health-alerts.ts'
import { useRead } from '#web/lib/api.ts'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { AlertsCard } from './AlertsCard.tsx'
import { ContactsCard } from './ContactsCard.tsx'

/** What a parent tells the school for the case that something happens to the child. */
export function ChildSafety({ studentId }: { studentId: string }) {
  const alerts = useRead(healthAlerts.ofChild, { studentId })
  const contacts = useRead(emergencyContacts.own, { studentId })
  return (
    <div className="mt-5 grid items-start gap-5 lg:grid-cols-2">
      {alerts.data ? (
        <AlertsCard
          studentId={studentId}
          alerts={alerts.data}
          save={healthAlerts.saveOwn}
          remove={healthAlerts.removeOwn}
        />
      ) : (
        <LoadingOrFailed error={alerts.error} again={alerts.refetch} count={2} />
      )}
      {contacts.data ? (
        <ContactsCard others={[]} own={contacts.data} save={emergencyContacts.saveOwn} />
      ) : (
        <LoadingOrFailed error={contacts.error} again={contacts.refetch} count={2} />
      )}
    </div>
  )
}
