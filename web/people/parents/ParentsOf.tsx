import { UserPlus } from 'lucide-react'
import { lazy } from 'react'
import { invitations } from '#contract/people/parents/invitations.ts'
import { studentParents } from '#contract/people/parents/student-parents.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { todayIn } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Empty } from '#web/ui/States.tsx'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { useOpenedBy } from '#web/ui/opened-by.ts'
import { part, usePrefetch } from '#web/ui/part.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { RowStates } from '#web/ui/RowStates.tsx'
import { InvitationLine } from './InvitationLine.tsx'
import { ParentLine } from './ParentLine.tsx'

const loadAddParent = part(async () => (await import('./AddParent.tsx')).AddParent)
const AddParent = lazy(loadAddParent)

/** The parents of a student, and the phone numbers that wait to become such: linked, changed, unlinked, withdrawn. */
export function ParentsOf({ school, studentId }: { school: OwnSchool; studentId: string }) {
  const { t } = useTranslation()
  const mayLink = useMay(studentParents.add)
  const linked = useRead(studentParents.list, { studentId })
  const waiting = useRead(invitations.list, { studentId }, { enabled: mayLink })
  const [adding, setAdding] = useOpenedBy('guardian')
  usePrefetch(loadAddParent)

  const invited = mayLink ? waiting.data : []
  const add = mayLink && (
    <Button icon={<UserPlus className="size-5" aria-hidden="true" />} onClick={() => setAdding(true)}>
      {t('settings.parents.add')}
    </Button>
  )
  const isEmpty = linked.data?.length === 0 && invited?.length === 0

  return (
    <Card>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">{t('settings.parents.title')}</h2>
        {!isEmpty && (
          <div className="flex flex-wrap items-center gap-2">
            <ExportButton list={studentParents.list} input={{ studentId }} />
            {add}
          </div>
        )}
      </div>
      <RowStates
        rows={invited && linked.data}
        error={linked.error ?? waiting.error}
        again={() => Promise.all([linked.refetch(), waiting.refetch()])}
        count={2}
        isEmpty={isEmpty}
        empty={<Empty sentence={t('settings.parents.empty')}>{add}</Empty>}
      >
        {(parents) => (
          <ul className="divide-y divide-line" aria-label={t('settings.parents.title')}>
            {parents.map((parent) => (
              <ParentLine key={parent.parentId} parent={parent} today={todayIn(school.timeZone)} />
            ))}
            {invited?.map((invitation) => (
              <InvitationLine key={invitation.id} invitation={invitation} school={school} />
            ))}
          </ul>
        )}
      </RowStates>
      {mayLink && adding && (
        <LazyPart onClose={() => setAdding(false)}>
          <AddParent studentId={studentId} onClose={() => setAdding(false)} />
        </LazyPart>
      )}
    </Card>
  )
}
