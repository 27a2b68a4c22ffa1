import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { bankAtMost, longestRemark, remarks } from '#contract/results/results/remarks.ts'
import { resultSchemes } from '#contract/results/results/schemes.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useChange } from '#web/records/change.ts'
import { useSaving } from '#web/records/saving.ts'
import { AskIfTyped } from '#web/ui/AskBeforeLeaving.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Segments } from '#web/ui/Segments.tsx'

type Entry = { body: string; bodyF: string }
type Props = { schoolId: string; language: 'ar' | 'en'; onClose: () => void }

/** The texts that a person writes again and again, and for the office those that the school offers. */
export function RemarkBank({ schoolId, language, onClose }: Props) {
  const { t } = useTranslation()
  const mayManage = useMay(resultSchemes.save, schoolId)
  const { data } = useRead(remarks.bank, { schoolId, language })
  const [whose, setWhose] = useState<'mine' | 'ofSchool'>('mine')
  const stored = data
    ?.filter(({ own }) => own === (whose === 'mine'))
    .map(({ body, bodyF }) => ({ body, bodyF: bodyF ?? '' }))
  return (
    <Dialog open wide onOpenChange={onClose} title={t('remarks.bankTitle')} description={t('remarks.bankMeans')}>
      {mayManage && (
        <Segments
          label={t('remarks.whose')}
          items={(['mine', 'ofSchool'] as const).map((value) => ({ value, label: t(`remarks.${value}`) }))}
          value={whose}
          onChange={setWhose}
        />
      )}
      {stored && <Entries key={whose} {...{ schoolId, language, stored }} isOfSchool={whose === 'ofSchool'} />}
    </Dialog>
  )
}

type EntriesProps = Omit<Props, 'onClose'> & { stored: readonly Entry[]; isOfSchool: boolean }

function Entries({ schoolId, language, stored, isOfSchool }: EntriesProps) {
  const { t } = useTranslation()
  const change = useChange(remarks.saveBank)
  const { saving, save } = useSaving()
  const [entries, setEntries] = useState<readonly Entry[]>(stored.length > 0 ? stored : [{ body: '', bodyF: '' }])
  const [saved, setSaved] = useState(stored)
  const isTyped = JSON.stringify(written(entries)) !== JSON.stringify(written(saved))
  const set = (nth: number, more: Partial<Entry>) =>
    setEntries((before) => before.map((entry, at) => (at === nth ? { ...entry, ...more } : entry)))
  return (
    <div className="mt-4 space-y-4">
      <AskIfTyped isTyped={isTyped} />
      <ul className="space-y-3">
        {entries.map((entry, nth) => (
          <li key={nth} className="flex items-start gap-2">
            <div className="grid grow gap-2 md:grid-cols-2">
              <Words label={t('remarks.body')} value={entry.body} onChange={(body) => set(nth, { body })} />
              {language === 'ar' && (
                <Words label={t('remarks.bodyF')} value={entry.bodyF} onChange={(bodyF) => set(nth, { bodyF })} />
              )}
            </div>
            <IconButton
              label={t('remarks.removeText')}
              onClick={() => setEntries((before) => before.filter((_, at) => at !== nth))}
            >
              <Trash2 className="size-5" aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button
          icon={<Plus className="size-5" aria-hidden="true" />}
          disabled={entries.length >= bankAtMost}
          onClick={() => setEntries((before) => [...before, { body: '', bodyF: '' }])}
        >
          {t('remarks.addText')}
        </Button>
        <Button
          tone="primary"
          disabled={saving || !isTyped}
          onClick={() =>
            save(
              () => change({ schoolId, language, ofSchool: isOfSchool, entries: written(entries) }),
              t('remarks.bankSaved'),
              () => setSaved(entries),
            )
          }
        >
          {t('common.save')}
        </Button>
      </div>
    </div>
  )
}

const written = (entries: readonly Entry[]) =>
  entries.flatMap(({ body, bodyF }) => (body.trim() === '' ? [] : [{ body: body.trim(), bodyF: bodyF.trim() }]))

const Words = ({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) => (
  <label className="grid gap-1 text-sm">
    {label}
    <textarea
      dir="auto"
      rows={2}
      maxLength={longestRemark}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      className="field-sizing-content min-h-11 rounded-field border border-line bg-surface px-3 py-2 text-base"
    />
  </label>
)
