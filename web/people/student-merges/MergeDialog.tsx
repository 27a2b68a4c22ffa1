import { useState } from 'react'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { useList } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useSettled } from '#web/lib/settled-text.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { Bdi, Day, Digits, isolated } from '#web/ui/Bdi.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { MergePreview } from './MergePreview.tsx'

type Props = { school: OwnSchool; studentId: string; name: string; onClose: () => void }

/** Finds the other entry of a student, shows what a merge would do, and does it. */
export function MergeDialog({ school, studentId, name, onClose }: Props) {
  const { t } = useTranslation()
  const [otherId, setOtherId] = useState<string | null>(null)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('merge.ask', { name: isolated(name) })}
      description={t('merge.means')}
    >
      {otherId ? (
        <MergePreview studentId={studentId} otherId={otherId} onBack={() => setOtherId(null)} onDone={onClose} />
      ) : (
        <FindOther school={school} studentId={studentId} name={name} onFound={setOtherId} />
      )}
    </Dialog>
  )
}

type FindProps = Omit<Props, 'onClose'> & { onFound: (id: string) => void }

/** Whom one would expect stands there at once: the students with the same first names. */
function FindOther({ school, studentId, name, onFound }: FindProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState(name)
  const settled = useSettled(search)
  const found = useList(studentRecords.list, { schoolId: school.id, search: settled, pageSize: 8 })
  const others = found.rows?.filter(({ id }) => id !== studentId)
  return (
    <div className="space-y-3">
      <SearchField label={t('merge.find')} value={search} onChange={setSearch} />
      {!others && <LoadingOrFailed error={found.error} again={found.refetch} count={2} />}
      {others?.length === 0 && <p className="text-muted">{t('merge.nobody')}</p>}
      {others && others.length > 0 && (
        <ul className="divide-y divide-line" aria-label={t('merge.find')}>
          {others.map((other) => (
            <li key={other.id}>
              <button
                type="button"
                className="min-h-11 w-full py-2 text-start hover:text-primary"
                onClick={() => onFound(other.id)}
              >
                <span className="block font-semibold">
                  <Bdi>{[other.firstName, other.middleName, other.lastName].join(' ')}</Bdi>
                </span>
                <span className="block text-sm text-muted">
                  <Digits>{other.code}</Digits> · <Bdi>{other.classRoomName}</Bdi>
                  {other.birthDate && (
                    <>
                      {' · '}
                      <Day day={other.birthDate} />
                    </>
                  )}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <LoadMore more={found.more} pending={found.isFetchingNextPage} onMore={found.loadMore} />
    </div>
  )
}
