import { useWatch } from 'react-hook-form'
import { conduct, NewConductRecord } from '#contract/teaching/conduct/conduct.ts'
import { conductKinds } from '#contract/teaching/conduct/conduct-kinds.ts'
import type { InputOf } from '#contract/language/operation.ts'
import { useRead, useWrite } from '#web/lib/api.ts'
import { todayIn } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useSession } from '#web/lib/session.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { LinesField } from '#web/ui/LinesField.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { Empty } from '#web/ui/States.tsx'
import { toast } from '#web/ui/toast.ts'
import { type Kinds, effectOf, sortOf } from './words.ts'

type Props = { student: { studentId: string; studentName: string; schoolId: string }; onClose: () => void }

/** Records a merit or a breach of a student by the kinds of the school. */
export function NewRecord({ student, onClose }: Props) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(conductKinds.get, { schoolId: student.schoolId })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('conduct.recordOf', { name: isolated(student.studentName) })}
      description={t('conduct.recordMeans')}
    >
      {!data && <LoadingOrFailed error={error} again={refetch} count={3} />}
      {data?.kinds.length === 0 && <Empty sentence={t('conduct.noKinds')} />}
      {data && data.kinds.length > 0 && <Fields student={student} kinds={data} onClose={onClose} />}
    </Dialog>
  )
}

function Fields({ student, kinds: { kinds, may }, onClose }: Props & { kinds: Kinds }) {
  const { t } = useTranslation()
  const { schools } = useSession()
  const zone = schools.find(({ id }) => id === student.schoolId)?.timeZone ?? 'Africa/Cairo'
  const { mutateAsync: record } = useWrite(conduct.record)
  async function save(values: InputOf<typeof conduct.record>) {
    await record(values)
    toast({ title: t('conduct.recorded') })
    onClose()
  }
  return (
    <Form
      schema={NewConductRecord}
      start={{
        studentId: student.studentId,
        kindId: '',
        day: todayIn(zone),
        details: '',
        measure: '',
        counsellorNote: '',
      }}
      save={save}
      submit="conduct.record"
      beside={<DialogCancel />}
    >
      <ChoiceField
        name="kindId"
        label="conduct.field.kind"
        items={kinds.map((kind) => ({
          value: kind.id,
          label: [kind.kindName, sortOf(t, kind), effectOf(kind)].filter(Boolean).join(' · '),
        }))}
      />
      <DateField name="day" label="conduct.field.day" />
      <LinesField name="details" label="conduct.field.details" />
      <Measures kinds={kinds} />
      {may.counsellorNotes && (
        <LinesField name="counsellorNote" label="conduct.field.counsellorNote" hint="conduct.field.counsellorHint" />
      )}
    </Form>
  )
}

/** The measures that the chosen kind offers; none is taken by itself. */
function Measures({ kinds }: { kinds: Kinds['kinds'] }) {
  const chosen: unknown = useWatch({ name: 'kindId' })
  const measures = kinds.find(({ id }) => id === chosen)?.measures ?? []
  if (measures.length === 0) return null
  return (
    <ChoiceField
      name="measure"
      label="conduct.field.measure"
      none="conduct.noMeasure"
      items={measures.map((value) => ({ value, label: value }))}
    />
  )
}
