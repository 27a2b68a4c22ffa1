import { useState } from 'react'
import { resultSchemes } from '#contract/results/results/schemes.ts'
import { roundings } from '#contract/results/results/scheme-rules.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useChange } from '#web/records/change.ts'
import { isSame, type UnsavedEdit, useTyped } from '#web/records/unsaved-edit.ts'
import { useSaving } from '#web/records/saving.ts'
import { Unreadable, useReadable } from '#web/ui/amount-typed.ts'
import { AskIfTyped } from '#web/ui/AskBeforeLeaving.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { NumberInput } from '#web/ui/NumberInput.tsx'
import { Restored } from '#web/ui/Restored.tsx'
import { TwoVersions } from '#web/ui/TwoVersions.tsx'
import { BandRows } from './BandRows.tsx'
import { PartRows } from './PartRows.tsx'
import { Choice, Words } from './SchemeFields.tsx'
import { madeFrom, schemeDifferences, type SchemeInEditor } from './scheme-draft.ts'
import { WeightBar } from './WeightBar.tsx'

type Props = {
  schoolId: string
  /** With what others make of it meanwhile, if it is stored. */
  kept: UnsavedEdit<SchemeInEditor>
  onClose: () => void
}

/** One scheme: its parts with a bar that has to reach 100 %, its bands, rounding, second round and grace marks. */
export function SchemeForm({ schoolId, kept, onClose }: Props) {
  const { t } = useTranslation()
  const { began: start, newer, draft } = kept
  const restored = draft.restored as SchemeInEditor | null
  const [scheme, setScheme] = useState(restored ?? start)
  const change = useChange(resultSchemes.save)
  const { saving, save } = useSaving()
  const { isReadable, report } = useReadable()
  const set = (change: Partial<SchemeInEditor>) => setScheme((before) => ({ ...before, ...change }))
  const close = () => {
    kept.onTyped(false)
    onClose()
  }
  const send = (sent: SchemeInEditor) => change({ schoolId, ...sent }).then(close)
  const isTyped = !isSame(scheme, start) || !isReadable
  useTyped(kept, isTyped, scheme)
  return (
    <Unreadable value={report}>
      <div className="space-y-5">
        <AskIfTyped isTyped={isTyped} />
        {restored && <Restored onDiscard={draft.discard} />}
        {newer && isReadable && (
          <TwoVersions
            differences={schemeDifferences(scheme, newer, { t })}
            onMine={() => send(madeFrom(scheme, newer))}
            onTheirs={() => kept.onTyped(false)}
          />
        )}
        <Card className="space-y-4">
          <Words label={t('results.schemes.name')} value={scheme.name} onChange={(name) => set({ name })} />
          <Words
            label={t('results.schemes.source')}
            value={scheme.source ?? ''}
            onChange={(source) => set({ source })}
          />
        </Card>
        <Card className="space-y-4">
          <h2 className="text-lg">{t('results.schemes.parts')}</h2>
          <WeightBar says weights={scheme.parts.map(({ weight }) => weight)} />
          <PartRows parts={scheme.parts} onChange={(parts) => set({ parts })} />
        </Card>
        <Card className="space-y-4">
          <h2 className="text-lg">{t('results.schemes.bands')}</h2>
          <BandRows bands={scheme.bands} onChange={(bands) => set({ bands })} />
        </Card>
        <Card className="grid gap-4 sm:grid-cols-2">
          <Choice
            label={t('results.schemes.rounding')}
            items={roundings.map((value) => ({ value, label: t(`results.rounding.${value}`) }))}
            value={scheme.rounding}
            onChange={(rounding) => set({ rounding: rounding as SchemeInEditor['rounding'] })}
          />
          <NumberInput
            label={t('results.schemes.cap')}
            value={numberOf(scheme.secondRoundCap)}
            onChange={(secondRoundCap) => set({ secondRoundCap })}
          />
          <NumberInput
            label={t('results.schemes.graceEach')}
            value={numberOf(scheme.gracePerCourse)}
            onChange={(grace) => set({ gracePerCourse: grace ?? 0 })}
          />
          <NumberInput
            label={t('results.schemes.graceAll')}
            value={numberOf(scheme.graceInAll)}
            onChange={(grace) => set({ graceInAll: grace ?? 0 })}
          />
        </Card>
        <div className="flex flex-wrap gap-3">
          <Button
            tone="primary"
            disabled={saving || !isReadable || newer !== null}
            onClick={() => save(() => send(scheme))}
          >
            {t('common.save')}
          </Button>
          <Button onClick={close}>{t('common.cancel')}</Button>
        </div>
      </div>
    </Unreadable>
  )
}

const numberOf = (value: number | string | null | undefined) => (value == null || value === '' ? null : +value)
