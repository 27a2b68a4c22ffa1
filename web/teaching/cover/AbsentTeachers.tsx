import { Pencil, Trash } from 'lucide-react'
import { lazy, useState } from 'react'
import { cover } from '#contract/teaching/cover/cover.ts'
import { stale, useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Dropdown } from '#web/ui/Dropdown.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part } from '#web/ui/part.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { toast, toastRefusal } from '#web/ui/toast.ts'
import type { Absence, DayOfCovers } from './cover-words.ts'

const AbsenceDialog = lazy(part(async () => (await import('./AbsenceDialog.tsx')).AbsenceDialog))

type Props = { school: OwnSchool; data: DayOfCovers }

/** Tells of absences and removes them, each with its way back. */
function useAbsences({ schoolId, day }: DayOfCovers) {
  const { t } = useTranslation()
  const { mutateAsync: tell } = useWrite(cover.tell)
  const { mutateAsync: remove } = useWrite(cover.removeAbsence)
  const tried = async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (problem) {
      toastRefusal(problem)
    }
    await stale(cover.day)
  }
  const add = (teacherId: string) => tried(() => tell({ schoolId, teacherId, absenceKind: 'other', fromDay: day }))
  const removed = ({ id, teacherName }: Absence) =>
    tried(async () => {
      await remove({ schoolId, absenceId: id, removed: true })
      const back = () => void tried(() => remove({ schoolId, absenceId: id, removed: false }))
      toast({
        title: t('cover.absenceRemoved', { name: teacherName }),
        action: { label: t('removals.undo'), run: back },
      })
    })
  return { add, removed }
}

/** Who is absent on the day. A name alone is enough for a whole day; everything else is behind the pencil. */
export function AbsentTeachers({ school, data }: Props) {
  const { t } = useTranslation()
  const { absences, teachers } = data
  const [editing, setEditing] = useState<Absence | null>(null)
  const { add, removed } = useAbsences(data)
  const absent = new Set(absences.map(({ teacherId }) => teacherId))
  return (
    <section aria-label={t('cover.absent')} className="space-y-2">
      <ul className="space-y-2">
        {absences.map((one) => (
          <OneAbsent key={one.id} one={one} onEdit={() => setEditing(one)} onRemove={() => void removed(one)} />
        ))}
      </ul>
      <div className="max-w-md">
        <Dropdown
          wide
          label={t('cover.addAbsent')}
          placeholder={t('cover.addAbsent')}
          items={teachers.filter(({ id }) => !absent.has(id)).map(({ id, name }) => ({ value: id, label: name }))}
          value={null}
          onChange={(id) => void add(id)}
        />
      </div>
      {editing && (
        <LazyPart onClose={() => setEditing(null)}>
          <AbsenceDialog
            school={school}
            absence={editing}
            numbers={data.numbers}
            seesKinds={editing.absenceKind !== null}
            onClose={() => setEditing(null)}
          />
        </LazyPart>
      )}
    </section>
  )
}

function OneAbsent({ one, onEdit, onRemove }: { one: Absence; onEdit: () => void; onRemove: () => void }) {
  const { t } = useTranslation()
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-card border border-line bg-surface px-4 py-2">
      <span className="min-w-0 flex-1 basis-40">
        <span className="font-medium">
          <Bdi>{one.teacherName}</Bdi>
        </span>{' '}
        <span className="text-sm text-muted">
          {one.absenceKind && `${t(`cover.kind.${one.absenceKind}`)} · `}
          <AbsentWhen absence={one} />
        </span>
      </span>
      {one.isWaiting && (
        <>
          <StatusBadge status="waiting" word={t('cover.toldOwn')} />
          <Button onClick={onEdit}>{t('cover.takeOver')}</Button>
        </>
      )}
      <IconButton label={`${t('cover.editAbsence')}: ${one.teacherName}`} onClick={onEdit}>
        <Pencil className="size-5" aria-hidden="true" />
      </IconButton>
      <IconButton label={`${t('cover.removeAbsence')}: ${one.teacherName}`} onClick={onRemove}>
        <Trash className="size-5" aria-hidden="true" />
      </IconButton>
    </li>
  )
}

/** When somebody is absent, in words. */
export function AbsentWhen({ absence }: { absence: Absence }) {
  const { t } = useTranslation()
  const { fromDay, toDay, fromTime, toTime, numbers } = absence
  if (fromDay !== toDay)
    return (
      <>
        <Day day={fromDay} short /> – <Day day={toDay} short />
      </>
    )
  if (numbers) return <>{t('cover.inNumbers', { numbers: numbers.join(t('common.comma')) })}</>
  if (fromTime || toTime) return <Digits>{`${fromTime ?? '…'}–${toTime ?? '…'}`}</Digits>
  return <>{t('cover.wholeDay')}</>
}
