import * as z from 'zod/mini'
import { useWatch } from 'react-hook-form'
import { KindDraft, levelsAtMost } from '#contract/teaching/conduct/conduct-kinds.ts'
import { Text } from '#contract/language/fields.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { numberTyped } from '#web/lib/text.ts'
import { AmountField } from '#web/records/AmountField.tsx'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { CheckField, TextField } from '#web/ui/Fields.tsx'
import { Form } from '#web/ui/Form.tsx'
import { LinesField } from '#web/ui/LinesField.tsx'
import type { KindInEditor } from './words.ts'

type Props = { kind: KindInEditor | null; onSave: (kind: KindInEditor) => void; onClose: () => void }

const blank: KindInEditor = { kindName: '', isMerit: false, points: 0, measures: [], parentsSee: false }

/** In the form measures are lines of one text; the contract has a list of them. */
const Written = z.extend(KindDraft, { measures: Text(0, 2000, { lines: true }) })
type Written = Omit<KindInEditor, 'measures'> & { measures: string }

/** One kind in a form; it is there once all kinds are saved. */
export function KindForm({ kind, onSave, onClose }: Props) {
  const { t } = useTranslation()
  const start = kind ?? blank
  return (
    <Dialog open onOpenChange={onClose} title={t(kind ? 'conduct.kinds.editTitle' : 'conduct.kinds.add')}>
      <Form<Written>
        schema={Written}
        start={{ ...start, level: start.level ?? '', source: start.source ?? '', measures: start.measures.join('\n') }}
        save={async (values) => onSave(withList(values))}
        beside={<DialogCancel />}
        draft={{ id: start.kindName }}
      >
        <TextField name="kindName" label="conduct.kinds.name" dir="auto" />
        <CheckField name="isMerit" label="conduct.kinds.isMerit" />
        <Level />
        <AmountField name="points" label="conduct.kinds.points" hint="conduct.kinds.pointsHint" />
        <LinesField name="measures" label="conduct.kinds.measures" hint="conduct.kinds.measuresHint" />
        <CheckField name="parentsSee" label="conduct.kinds.parentsSee" hint="conduct.kinds.parentsSeeHint" />
        <TextField name="source" label="conduct.kinds.source" dir="auto" />
      </Form>
    </Dialog>
  )
}

/** The level of a breach; a merit has none. */
function Level() {
  const { t } = useTranslation()
  const isMerit: unknown = useWatch({ name: 'isMerit' })
  if (isMerit) return null
  const levels = Array.from({ length: levelsAtMost }, (_, at) => String(at + 1))
  return (
    <ChoiceField
      name="level"
      label="conduct.kinds.level"
      none="conduct.kinds.noLevel"
      items={levels.map((level) => ({ value: level, label: t('conduct.breachOf', { level }) }))}
    />
  )
}

const withList = ({ measures, ...kind }: Written): KindInEditor => ({
  ...kind,
  points: numberTyped(kind.points),
  level: kind.isMerit || !kind.level ? null : Number(kind.level),
  measures: measures
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean),
})
