import { useState } from 'react'
import { setup } from '#contract/overviews/setup/setup.ts'
import {
  type NamingLanguage,
  namingLanguages,
  usualCourses,
  usualGrades,
  type UsualStage,
  usualStages,
  type UsualStep,
  usualYear,
} from '#contract/overviews/setup/usual.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useChange } from '#web/records/change.ts'
import { useSaving } from '#web/records/saving.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { Segments } from '#web/ui/Segments.tsx'

type Props = { schoolId: string; step: UsualStep; today: string; onClose: () => void }

/** The usual ones of a step, named before they are added. */
export function TakeUsual({ schoolId, step, today, onClose }: Props) {
  const { t, language } = useTranslation()
  const [naming, setNaming] = useState<NamingLanguage>(language)
  const [stages, setStages] = useState<UsualStage[]>(['primary'])
  const { saving, save } = useSaving()
  const send = useChange(setup.take)
  const staged = step === 'grades' || step === 'courses'
  const names = namesOf({ step, naming, stages, today, arabic: t('home.usual.arabic') })

  const wanted = { schoolId, step, language: naming, ...(staged && { stages }) }
  const take = () => save(() => send(wanted), t('home.usual.taken'), onClose)

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(`home.usual.${step}`)}
      description={t('home.usual.lead')}
    >
      <div className="space-y-5">
        {staged && <Stages chosen={stages} onChange={setStages} />}
        {step !== 'languages' && (
          <Segments
            label={t('home.usual.naming')}
            items={namingLanguages.map((value) => ({ value, label: value === 'ar' ? 'العربية' : 'English' }))}
            value={naming}
            onChange={setNaming}
          />
        )}
        <ul aria-label={t(`home.steps.${step}`)} className="flex flex-wrap gap-2">
          {names.map((name) => (
            <li key={name} className="rounded-full bg-soft px-3 py-1 text-sm">
              <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap justify-end gap-3">
          <DialogCancel />
          <Button tone="primary" disabled={saving || names.length === 0} onClick={take}>
            {saving ? t('common.submitting') : t('home.usual.add')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function Stages({ chosen, onChange }: { chosen: UsualStage[]; onChange: (chosen: UsualStage[]) => void }) {
  const { t } = useTranslation()
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{t('home.usual.stages')}</legend>
      <div className="grid grid-cols-2 gap-x-4">
        {usualStages.map((stage) => (
          <label key={stage} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              className="size-5 shrink-0 accent-(--primary)"
              checked={chosen.includes(stage)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, stage] : chosen.filter((one) => one !== stage))
              }
            />
            {t(`home.usual.stage.${stage}`)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

type Wanted = { step: UsualStep; naming: NamingLanguage; stages: UsualStage[]; today: string; arabic: string }

function namesOf({ step, naming, stages, today, arabic }: Wanted): string[] {
  if (step === 'languages') return [arabic]
  if (step === 'grades') return usualGrades(stages, naming)
  if (step === 'courses') return usualCourses(stages, naming)
  const { name, months } = usualYear(today, naming)
  return [name, ...months.map((month) => month.name)]
}
