import { Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import type { OutputOf } from '#contract/language/operation.ts'
import { timetableSettings } from '#contract/school/timetable/timetable-settings.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { sentenceFrom } from '#web/lib/refusal.ts'
import { useChange } from '#web/records/change.ts'
import { Bdi, isolated } from '#web/ui/Bdi.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { toast, toastRefusal } from '#web/ui/toast.ts'

type Read = OutputOf<typeof timetableSettings.divisions>
type Division = Read['divisions'][number]
type Props = { classRoomId: string; onClose: () => void }

/** How a class is divided for some lessons: languages, boys and girls. A student is in at most one group of a division. */
export function GroupsDialog({ classRoomId, onClose }: Props) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(timetableSettings.divisions, { classRoomId })
  const [edited, setEdited] = useState<Division | 'new' | null>(null)
  const removeDivision = useRemoval(classRoomId)
  return (
    <Dialog open onOpenChange={onClose} title={t('timetable.groups')} description={t('timetable.groupsMean')}>
      {!data && <LoadingOrFailed error={error} again={refetch} count={2} />}
      {data && edited && (
        <DivisionForm read={data} division={edited === 'new' ? null : edited} onDone={() => setEdited(null)} />
      )}
      {data && !edited && (
        <div className="space-y-3">
          <ul className="space-y-2">
            {data.divisions.map((division) => (
              <li key={division.id} className="flex flex-wrap items-center gap-2">
                <p className="min-w-0 flex-1 basis-40">
                  <span className="block font-semibold">
                    <Bdi>{division.divisionName}</Bdi>
                  </span>
                  <span className="block text-sm text-muted">
                    <Bdi>{division.groups.map((one) => `${one.groupName} (${one.studentIds.length})`).join(' · ')}</Bdi>
                  </span>
                  {division.ungroupedIds.length > 0 && (
                    <span className="block text-sm text-danger">
                      {t('timetable.ungrouped', { count: division.ungroupedIds.length })}
                    </span>
                  )}
                </p>
                <Button onClick={() => setEdited(division)}>{t('timetable.change')}</Button>
                <IconButton
                  label={`${t('settings.remove')}: ${isolated(division.divisionName)}`}
                  onClick={() => removeDivision(division)}
                >
                  <Trash2 className="size-5" aria-hidden="true" />
                </IconButton>
              </li>
            ))}
          </ul>
          <Button onClick={() => setEdited('new')}>{t('timetable.addDivision')}</Button>
        </div>
      )}
    </Dialog>
  )
}

/** Removes a division; undone, it is made again with the same groups and students. */
function useRemoval(classRoomId: string) {
  const { t } = useTranslation()
  const [remove, save] = [useChange(timetableSettings.removeDivision), useChange(timetableSettings.saveDivision)]
  return ({ id, divisionName, groups }: Division) => {
    const again = () =>
      void save({
        classRoomId,
        divisionName,
        groups: groups.map(({ groupName, studentIds }) => ({ groupName, studentIds })),
      }).catch(toastRefusal)
    void remove({ classRoomId, divisionId: id })
      .then(() => toast({ title: t('timetable.divisionRemoved'), action: { label: t('timetable.undo'), run: again } }))
      .catch(toastRefusal)
  }
}

type FormProps = { read: Read; division: Division | null; onDone: () => void }
type Group = { key: string; id?: string; groupName: string }

const box = 'min-h-11 w-full rounded-field border border-line bg-surface px-3'

function DivisionForm({ read, division, onDone }: FormProps) {
  const { t } = useTranslation()
  const id = useId()
  const save = useChange(timetableSettings.saveDivision)
  const [name, setName] = useState(division?.divisionName ?? '')
  const [groups, setGroups] = useState<Group[]>(() =>
    division
      ? division.groups.map((one) => ({ key: one.id, id: one.id, groupName: one.groupName }))
      : [newGroup(), newGroup()],
  )
  const [placed, setPlaced] = useState<Record<string, string>>(() =>
    Object.fromEntries((division?.groups ?? []).flatMap((one) => one.studentIds.map((student) => [student, one.id]))),
  )
  const [error, setError] = useState<string | null>(null)
  const send = () =>
    save({
      classRoomId: read.classRoomId,
      divisionName: name,
      ...(division && { divisionId: division.id, baseVersion: division.version }),
      groups: groups.map(({ key, ...group }) => ({
        ...group,
        studentIds: read.students.filter((student) => placed[student.id] === key).map((student) => student.id),
      })),
    })
      .then(onDone)
      .catch((problem: unknown) => setError(sentenceFrom(problem)))
  return (
    <div className="space-y-4">
      <label htmlFor={id} className="block text-sm">
        {t('timetable.divisionName')}
      </label>
      <input id={id} value={name} onChange={({ target }) => setName(target.value)} className={box} />
      <ul className="space-y-2">
        {groups.map((group, nth) => (
          <li key={group.key} className="flex items-end gap-2">
            <input
              aria-label={`${t('timetable.group')} ${nth + 1}`}
              value={group.groupName}
              onChange={({ target }) =>
                setGroups(groups.map((one) => (one === group ? { ...one, groupName: target.value } : one)))
              }
              className={box}
            />
            <IconButton
              label={`${t('settings.remove')}: ${nth + 1}`}
              disabled={groups.length === 1}
              onClick={() => setGroups(groups.filter((one) => one !== group))}
            >
              <Trash2 className="size-5" aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      <Button onClick={() => setGroups([...groups, newGroup()])}>{t('timetable.addGroup')}</Button>
      <Places
        students={read.students}
        groups={groups}
        placed={placed}
        onPlace={(student, key) => setPlaced({ ...placed, [student]: key })}
      />
      {error && (
        <p role="alert" className="text-danger">
          {error}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <DialogCancel />
        <Button
          tone="primary"
          disabled={!name.trim() || groups.some(({ groupName }) => !groupName.trim())}
          onClick={() => void send()}
        >
          {t('common.save')}
        </Button>
      </div>
    </div>
  )
}

type PlacesProps = {
  students: Read['students']
  groups: Group[]
  /** The key of the group of each student. */
  placed: Record<string, string>
  onPlace: (studentId: string, key: string) => void
}

function Places({ students, groups, placed, onPlace }: PlacesProps) {
  const { t } = useTranslation()
  return (
    <ul className="divide-y divide-line">
      {students.map(({ id, name }) => (
        <li key={id} className="flex items-center gap-2 py-1">
          <span className="min-w-0 flex-1">
            <Bdi>{name}</Bdi>
          </span>
          <select
            aria-label={name}
            value={placed[id] ?? ''}
            onChange={({ target }) => onPlace(id, target.value)}
            className="min-h-11 rounded-field border border-line bg-surface px-3"
          >
            <option value="">{t('timetable.noGroup')}</option>
            {groups.map(({ key, groupName }, nth) => (
              <option key={key} value={key}>
                {groupName || nth + 1}
              </option>
            ))}
          </select>
        </li>
      ))}
    </ul>
  )
}

const newGroup = (): Group => ({ key: crypto.randomUUID(), groupName: '' })
