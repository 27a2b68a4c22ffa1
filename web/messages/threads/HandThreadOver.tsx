import { threads } from '#contract/messages/threads/threads.ts'
import { useRead, useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useNavigate } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { useSaving } from '#web/records/saving.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { RowStates } from '#web/ui/RowStates.tsx'
import { Empty } from '#web/ui/States.tsx'
import { PersonButton } from './PersonButton.tsx'

/** Gives a thread to another person of the child. */
export function HandThreadOver({ threadId, onClose }: { threadId: string; onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data, error, refetch } = useRead(threads.colleagues, { threadId })
  const { mutateAsync: hand } = useWrite(threads.handOver)
  const { saving, save } = useSaving()
  const to = (toId: string | null) =>
    void save(
      () => hand({ threadId, toId }),
      t('threads.handed'),
      () => void navigate(paths.messages(), { replace: true }),
    )
  return (
    <Dialog open onOpenChange={onClose} title={t('threads.handOverTo')}>
      <RowStates rows={data} error={error} again={refetch} count={3} empty={<Empty sentence={t('threads.none')} />}>
        {(people) => (
          <ul className="space-y-2">
            {people.map((person) => (
              <li key={person.personId ?? 'office'}>
                <PersonButton person={person} disabled={saving} onClick={() => to(person.personId)} />
              </li>
            ))}
          </ul>
        )}
      </RowStates>
    </Dialog>
  )
}
