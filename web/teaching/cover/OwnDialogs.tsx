import type * as z from 'zod/mini'
import { OwnAbsence, ownCovers } from '#contract/teaching/cover/own-covers.ts'
import { absenceKinds } from '#contract/teaching/cover/cover-shapes.ts'
import type { InputOf } from '#contract/language/operation.ts'
import { timetable } from '#contract/school/timetable/timetable.ts'
import { stale, useRead, useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { TextField } from '#web/ui/Fields.tsx'
import { Form } from '#web/ui/Form.tsx'
import { LinesField } from '#web/ui/LinesField.tsx'
import { toast } from '#web/ui/toast.ts'
import { PartOfDay, useParts } from './PartOfDay.tsx'

type OfCover = { schoolId: string; coverId: string; onClose: () => void }

/** Declining is shown to whoever gives lessons away, with its reason. */
export function DeclineDialog({ schoolId, coverId, onClose }: OfCover) {
  const { t } = useTranslation()
  const { mutateAsync: decline } = useWrite(ownCovers.decline)
  async function save(values: InputOf<typeof ownCovers.decline>) {
    await decline(values)
    toast({ title: t('cover.declined') })
    await stale(ownCovers.get)
    onClose()
  }
  return (
    <Dialog open onOpenChange={onClose} title={t('cover.decline')} description={t('cover.declineMeans')}>
      <Form
        schema={ownCovers.decline.input}
        start={{ schoolId, coverId, answer: '' }}
        save={save}
        submit="cover.decline"
        beside={<DialogCancel />}
      >
        <TextField name="answer" label="cover.answer" maxLength={200} />
      </Form>
    </Dialog>
  )
}

type OfLesson = { schoolId: string; day: string; lessonId: string; text: string; onClose: () => void }

/** What the absent teacher leaves for a lesson, or the covering one writes back. Nothing withdraws it. */
export function NoteDialog({ schoolId, day, lessonId, text, onClose }: OfLesson) {
  const { t } = useTranslation()
  const { mutateAsync: write } = useWrite(ownCovers.writeNote)
  async function save(values: InputOf<typeof ownCovers.writeNote>) {
    await write(values)
    toast({ title: t('cover.noteSaved') })
    await stale(ownCovers.get)
    onClose()
  }
  return (
    <Dialog open onOpenChange={onClose} title={t('cover.leaveNote')} description={t('cover.noteMeans')}>
      <Form
        schema={ownCovers.writeNote.input}
        start={{ schoolId, day, lessonId, text }}
        save={save}
        beside={<DialogCancel />}
      >
        <LinesField name="text" label="cover.note" />
      </Form>
    </Dialog>
  )
}

/** A teacher reports their own absence; a person with ManageCover takes it over. */
export function TellOwnDialog({ school, today, onClose }: { school: OwnSchool; today: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { mutateAsync: tell } = useWrite(ownCovers.tellOwn)
  const parts = useParts()
  const now = useRead(timetable.now, { schoolId: school.id })
  const numbers = [...new Set(now.data?.lessons.map(({ number }) => number))]
  async function save(values: z.input<typeof OwnAbsence>) {
    await tell({ ...values, ...parts.sent(values) })
    toast({ title: t('cover.toldToSchool') })
    await stale(ownCovers.get)
    onClose()
  }
  return (
    <Dialog open onOpenChange={onClose} title={t('cover.tellOwn')} description={t('cover.tellOwnMeans')}>
      <Form
        schema={OwnAbsence}
        start={{ schoolId: school.id, absenceKind: 'illness' as const, fromDay: today, toDay: '' }}
        save={save}
        beside={<DialogCancel />}
        also={parts.also}
      >
        <ChoiceField
          name="absenceKind"
          label="cover.why"
          items={absenceKinds.map((value) => ({ value, label: t(`cover.kind.${value}`) }))}
        />
        <DateField name="fromDay" label="cover.fromDay" />
        <DateField name="toDay" label="cover.toDay" hint="cover.toDayMeans" />
        <PartOfDay parts={parts} numbers={numbers.length > 0 ? numbers : [1, 2, 3, 4, 5, 6, 7, 8]} />
      </Form>
    </Dialog>
  )
}
