import { useState } from 'react'
import type * as z from 'zod/mini'
import { AbsenceToTell, cover } from '#contract/teaching/cover/cover.ts'
import { absenceKinds } from '#contract/teaching/cover/cover-shapes.ts'
import { stale, useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { toast } from '#web/ui/toast.ts'
import type { Absence } from './cover-words.ts'
import { PartOfDay, useParts } from './PartOfDay.tsx'

type Props = { school: OwnSchool; absence: Absence; numbers: number[]; seesKinds: boolean; onClose: () => void }

/** When somebody is absent and why; what a teacher told of themselves is taken over with it. */
export function AbsenceDialog({ school, absence, numbers, seesKinds, onClose }: Props) {
  const { t } = useTranslation()
  const { mutateAsync: tell } = useWrite(cover.tell)
  const parts = useParts(absence)
  const [start] = useState({
    schoolId: school.id,
    teacherId: absence.teacherId,
    absenceId: absence.id,
    absenceKind: absence.absenceKind ?? ('other' as const),
    fromDay: absence.fromDay,
    toDay: absence.toDay === absence.fromDay ? '' : absence.toDay,
  })
  async function save(values: z.input<typeof AbsenceToTell>) {
    await tell({ ...values, ...parts.sent(values) })
    toast({ title: t('cover.told') })
    await stale(cover.day)
    onClose()
  }
  return (
    <Dialog open onOpenChange={onClose} title={absence.teacherName} description={t('cover.absenceMeans')}>
      <Form schema={AbsenceToTell} start={start} save={save} beside={<DialogCancel />} also={parts.also}>
        {seesKinds && (
          <ChoiceField
            name="absenceKind"
            label="cover.why"
            items={absenceKinds.map((value) => ({ value, label: t(`cover.kind.${value}`) }))}
          />
        )}
        <DateField name="fromDay" label="cover.fromDay" />
        <DateField name="toDay" label="cover.toDay" hint="cover.toDayMeans" />
        <PartOfDay parts={parts} numbers={numbers} />
      </Form>
    </Dialog>
  )
}
