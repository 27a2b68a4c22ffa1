import { useState } from 'react'
import type { OutputOf } from '#contract/language/operation.ts'
import { Replacement, replacements } from '#contract/people/teachers/replacements.ts'
import { call } from '#web/lib/call.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useChange } from '#web/records/change.ts'
import { useSaving } from '#web/records/saving.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { classItems } from '#web/ui/class-name.ts'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { teacherName, type Teacher } from './teacher.ts'

type Props = { school: OwnSchool; teacher: Teacher; teachers: Teacher[]; today: string; onClose: () => void }
type Values = { schoolId: string; fromTeacherId: string; toTeacherId: string; fromDay: string }
type Plan = OutputOf<typeof replacements.plan>

/** Another teacher takes over everything one teaches and supervises, from a day on: first what would pass, then it does. */
export function ReplaceTeacher({ school, teacher, teachers, today, onClose }: Props) {
  const { t } = useTranslation()
  const [values, setValues] = useState<Values>({
    schoolId: school.id,
    fromTeacherId: teacher.id,
    toTeacherId: '',
    fromDay: today,
  })
  const [plan, setPlan] = useState<Plan | null>(null)
  const others = teachers.filter(({ id, waiting }) => id !== teacher.id && !waiting)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('settings.replacements.title', { name: isolated(teacherName(teacher)) })}
    >
      {plan ? (
        <Preview values={values} plan={plan} onBack={() => setPlan(null)} onClose={onClose} />
      ) : (
        <Form<Values>
          schema={Replacement}
          start={values}
          save={async (chosen) => {
            setPlan(await call(replacements.plan, chosen))
            setValues(chosen)
          }}
          submit="settings.replacements.preview"
          beside={<DialogCancel />}
        >
          <ChoiceField
            name="toTeacherId"
            label="settings.replacements.toTeacherId"
            items={others.map((one) => ({ value: one.id, label: teacherName(one) }))}
          />
          <DateField name="fromDay" label="settings.replacements.fromDay" />
        </Form>
      )}
    </Dialog>
  )
}

type PreviewProps = { values: Values; plan: Plan; onBack: () => void; onClose: () => void }

function Preview({ values, plan, onBack, onClose }: PreviewProps) {
  const { t } = useTranslation()
  const replace = useChange(replacements.replace)
  const { saving, save } = useSaving()

  const said = ({ doneAt }: OutputOf<typeof replacements.replace>) =>
    t(doneAt ? 'settings.replacements.done' : 'settings.replacements.planned')

  const { links, coursesCount, classesCount, supervised } = plan
  const rooms = new Map(
    links.map((link) => [link.classRoomId, { ...link, id: link.classRoomId, name: link.classRoomName }]),
  )
  const roomNames = new Map(classItems([...rooms.values()]).map(({ value, label }) => [value, label]))
  const passing = [
    links.length > 0 && t('settings.replacements.passes', { count: coursesCount, classes: classesCount }),
    supervised.length > 0 && t('settings.replacements.supervises', { count: supervised.length }),
  ].filter(Boolean)
  return (
    <div className="space-y-4">
      <p>{passing.join(' ') || t('settings.replacements.nothing')}</p>
      <ul className="max-h-64 space-y-1 overflow-auto ps-5 text-sm text-muted">
        {links.map(({ courseId, courseName, classRoomId, had }) => (
          <li key={`${courseId} ${classRoomId}`}>
            {isolated(courseName)} · {isolated(roomNames.get(classRoomId) ?? '')}
            {had && ` · ${t('settings.replacements.had')}`}
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">{t('settings.replacements.past')}</p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onBack}>{t('settings.replacements.back')}</Button>
        <Button tone="primary" disabled={saving} onClick={() => save(() => replace(values), said, onClose)}>
          {t('settings.replacements.replace')}
        </Button>
      </div>
    </div>
  )
}
