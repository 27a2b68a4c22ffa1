import { useFormContext, useWatch } from 'react-hook-form'
import { elsewhere } from '#contract/teaching/lessons/elsewhere.ts'
import type { lessonRegisters } from '#contract/teaching/lessons/lessons.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import type { CivilDay } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { WriteDialog } from '#web/records/WriteDialog.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { TextField } from '#web/ui/Fields.tsx'
import { ManyChoice } from '#web/ui/ManyChoice.tsx'

type LessonDay = OutputOf<typeof lessonRegisters.day>
type Props = { of: LessonDay; day: CivilDay; onClose: () => void }

/** Enters where students of a class are during lessons of a day. */
export function ElsewhereDialog({ of, day, onClose }: Props) {
  const { t } = useTranslation()
  const numbers = [...new Set(of.lessons.map(({ number }) => number))]
  const items = numbers.map((number) => ({ value: String(number), label: String(number) }))
  const start = {
    classRoomId: of.classRoomId,
    date: day,
    eventName: '',
    fromNumber: String(numbers[0]),
    toNumber: String(numbers.at(-1)),
    studentIds: [],
  }
  return (
    <WriteDialog
      operation={elsewhere.save}
      start={start}
      title={t('lessons.elsewhere.enter')}
      description={t('lessons.elsewhere.means')}
      submit="lessons.elsewhere.submit"
      done={t('lessons.elsewhere.entered')}
      typesAtOnce
      onClose={onClose}
    >
      <div className="space-y-2">
        <TextField name="eventName" label="lessons.elsewhere.name" dir="auto" autoComplete="off" />
        <Usual />
      </div>
      <div className="grid grid-cols-2 gap-3">
        <ChoiceField name="fromNumber" label="lessons.elsewhere.from" items={items} />
        <ChoiceField name="toNumber" label="lessons.elsewhere.to" items={items} />
      </div>
      <Students of={of} />
    </WriteDialog>
  )
}

const usual = ['trip', 'contest', 'exam', 'nurse']

/** The usual reasons, each with one tap. */
function Usual() {
  const { t } = useTranslation()
  const { setValue } = useFormContext()
  return (
    <div className="flex flex-wrap gap-2">
      {usual.map((one) => {
        const word = t(`lessons.elsewhere.usual.${one}`)
        return (
          <Button key={one} onClick={() => setValue('eventName', word, { shouldDirty: true, shouldValidate: true })}>
            {word}
          </Button>
        )
      })}
    </div>
  )
}

function Students({ of: { students } }: { of: LessonDay }) {
  const { t } = useTranslation()
  const { setValue, getFieldState, formState } = useFormContext()
  const chosen = useWatch({ name: 'studentIds' }) as string[]
  const { error } = getFieldState('studentIds', formState)
  return (
    <div>
      <ManyChoice
        label={t('lessons.elsewhere.students')}
        items={students.map(({ id: value, name: label }) => ({ value, label }))}
        value={new Set(chosen)}
        onChange={(ids) =>
          setValue('studentIds', [...ids], { shouldDirty: true, shouldValidate: formState.isSubmitted })
        }
      />
      {error && (
        <p role="alert" className="mt-1 text-sm text-danger">
          {t('lessons.elsewhere.atLeastOne')}
        </p>
      )}
    </div>
  )
}
