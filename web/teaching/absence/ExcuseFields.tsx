import { useTranslation } from '#web/lib/i18n.ts'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { TextField } from '#web/ui/Fields.tsx'
import { LinesField } from '#web/ui/LinesField.tsx'
import { kindWord } from './kinds.ts'

/** The fields of an excuse in the form around them. */
export function ExcuseFields({ kinds }: { kinds: readonly string[] }) {
  const { t } = useTranslation()
  return (
    <>
      <ChoiceField
        name="excuseKind"
        label="absence.field.kind"
        items={kinds.map((value) => ({ value, label: kindWord(t, value) }))}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <DateField name="fromDay" label="absence.field.fromDay" />
        <DateField name="toDay" label="absence.field.toDay" />
      </div>
      <div>
        <div className="grid grid-cols-2 gap-5">
          <TextField name="fromTime" label="absence.field.fromTime" type="time" />
          <TextField name="toTime" label="absence.field.toTime" type="time" />
        </div>
        <p className="mt-1 text-sm text-muted">{t('absence.field.hours')}</p>
      </div>
      <LinesField name="text" label="absence.field.text" hint="absence.field.textHint" />
    </>
  )
}
