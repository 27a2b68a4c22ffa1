import { useState } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { Plus, Trash2 } from 'lucide-react'
import { actions, countings, mostSteps, RuleDraft } from '#contract/teaching/absence/rules.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { numberTyped } from '#web/lib/text.ts'
import { AmountField } from '#web/records/AmountField.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { TextField } from '#web/ui/Fields.tsx'
import { Form } from '#web/ui/Form.tsx'
import { ManyChoice } from '#web/ui/ManyChoice.tsx'
import { readRule } from './read-rule.ts'
import type { RuleInEditor } from './words.ts'

type Props = {
  rule: RuleInEditor | null
  grades: ReadonlyMap<string, string>
  onSave: (rule: RuleInEditor) => void
  onClose: () => void
}

const blank: RuleInEditor = {
  ruleName: '',
  gradeIds: [],
  counts: 'running',
  period: 'year',
  counted: 'unexcused',
  active: true,
  steps: [{ at: 5, name: '', action: 'letter' }],
}

/** One rule in a form; it counts once all rules are saved. */
export function RuleForm({ rule, grades, onSave, onClose }: Props) {
  const { t } = useTranslation()
  const start = rule ?? blank
  const [gradeIds, setGradeIds] = useState(new Set(start.gradeIds))
  const choices = (group: string, values: readonly string[]) =>
    values.map((value) => ({ value, label: t(`absence.${group}.${value}`) }))
  return (
    <Dialog open onOpenChange={onClose} title={t(rule ? 'absence.rules.editTitle' : 'absence.rules.add')}>
      <Form<RuleInEditor>
        schema={RuleDraft}
        start={{
          ...start,
          lateDays: start.lateDays ?? '',
          percentOf: start.percentOf ?? '',
          source: start.source ?? '',
        }}
        save={async (values) => onSave(readRule({ ...values, gradeIds: [...gradeIds] }))}
        beside={<DialogCancel />}
        draft={{ id: start.ruleName }}
        also={{
          value: [...gradeIds],
          start: start.gradeIds,
          put: (ids) => setGradeIds(new Set(ids as string[])),
        }}
      >
        <TextField name="ruleName" label="absence.rules.name" dir="auto" />
        <div className="grid gap-5 sm:grid-cols-2">
          <ChoiceField name="counts" label="absence.rules.counts" items={choices('counting', countings)} />
          <ChoiceField name="period" label="absence.rules.period" items={choices('period', ['term', 'year'])} />
          <ChoiceField name="counted" label="absence.rules.what" items={choices('counted', ['unexcused', 'all'])} />
          <AmountField name="lateDays" label="absence.rules.lateDays" />
        </div>
        <OfDays />
        <Steps actionItems={choices('action', actions)} />
        {grades.size > 0 && (
          <ManyChoice
            label={t('absence.rules.grades')}
            items={[...grades].map(([value, label]) => ({ value, label }))}
            value={gradeIds}
            onChange={setGradeIds}
          />
        )}
        <TextField name="source" label="absence.rules.source" dir="auto" />
      </Form>
    </Dialog>
  )
}

/** What a share is of. */
function OfDays() {
  const counts: unknown = useWatch({ name: 'counts' })
  return counts === 'percent' ? <AmountField name="percentOf" label="absence.rules.percentOf" /> : null
}

function Steps({ actionItems }: { actionItems: { value: string; label: string }[] }) {
  const { t } = useTranslation()
  const { control, getValues } = useFormContext<RuleInEditor>()
  const { fields, append, remove } = useFieldArray({ control, name: 'steps' })
  return (
    <fieldset className="space-y-4">
      <legend className="font-medium">{t('absence.rules.steps')}</legend>
      {fields.map((field, nth) => (
        <div key={field.id} className="grid items-end gap-3 sm:grid-cols-2">
          <AmountField name={`steps.${nth}.at`} label="absence.rules.at" />
          <AmountField name={`steps.${nth}.points`} label="absence.rules.points" />
          <TextField name={`steps.${nth}.name`} label="absence.rules.stepName" dir="auto" />
          <div className="flex items-end gap-3">
            <div className="min-w-0 flex-1">
              <ChoiceField name={`steps.${nth}.action`} label="absence.rules.action" items={actionItems} />
            </div>
            <IconButton
              label={t('absence.rules.removeStep', { nth: nth + 1 })}
              disabled={fields.length === 1}
              onClick={() => remove(nth)}
            >
              <Trash2 className="size-5" aria-hidden="true" />
            </IconButton>
          </div>
        </div>
      ))}
      <Button
        icon={<Plus className="size-5" aria-hidden="true" />}
        disabled={fields.length === mostSteps}
        onClick={() =>
          append({
            at: (numberTyped(getValues(`steps.${fields.length - 1}.at`)) || 0) + 5,
            points: '',
            name: '',
            action: 'letter',
          })
        }
      >
        {t('absence.rules.addStep')}
      </Button>
    </fieldset>
  )
}
