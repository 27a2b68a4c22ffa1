import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '#contract/language/operation.ts'
import { longestRemark } from '#contract/results/results/remark-settings.ts'
import { bankAtMost, remarks } from '#contract/results/results/remarks.ts'
import { resultSchemes } from '#contract/results/results/schemes.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useChange } from '#web/records/change.ts'
import { useSaving } from '#web/records/saving.ts'
import { AskIfTyped } from '#web/ui/AskBeforeLeaving.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Segments } from '#web/ui/Segments.tsx'

type Entry = { body: string; bodyF: string; courseId: string; band: string }
type Props = {
  schoolId: string
  language: 'ar' | 'en'
  /** What an entry may be for: the courses of the class, and the bands that its students reached. */
  courses: readonly { id: string; name: string }[]
  bands: readonly NonNullable<OutputOf<typeof remarks.ofClass>['students'][number]['band']>[]
  onClose: () => void
}

/** The texts that a person writes again and again, and for the office those that the school offers. */
export function RemarkBank({ schoolId, language, courses, bands, onClose }: Props) {
  const { t } = useTranslation()
  const mayManage = useMay(resultSchemes.save, schoolId)
  const { data } = useRead(remarks.bank, { schoolId, language })
  const [whose, setWhose] = useState<'mine' | 'ofSchool'>('mine')
  const stored = data
    ?.filter(({ own }) => own === (whose === 'mine'))
    .map(({ body, bodyF, courseId, band }) => ({
      body,
      bodyF: bodyF ?? '',
      courseId: courseId ?? '',
      band: band ?? '',
    }))
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
      {stored && (
        <Entries key={whose} {...{ schoolId, language, courses, bands, stored }} isOfSchool={whose === 'ofSchool'} />
      )}
    </Dialog>
  )
}

type EntriesProps = Omit<Props, 'onClose'> & { stored: readonly Entry[]; isOfSchool: boolean }

function Entries({ schoolId, language, courses, bands, stored, isOfSchool }: EntriesProps) {
  const { t, language: spoken } = useTranslation()
  const change = useChange(remarks.saveBank)
  const { saving, save } = useSaving()
  const [entries, setEntries] = useState<readonly Entry[]>(stored.length > 0 ? stored : [blank])
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
              <Narrowed
                label={t('remarks.forCourse')}
                all={t('remarks.everyCourse')}
                items={courses.map(({ id, name }) => [id, name])}
                value={entry.courseId}
                onChange={(courseId) => set(nth, { courseId })}
              />
              <Narrowed
                label={t('remarks.forBand')}
                all={t('remarks.everyBand')}
                items={bands.map(({ name, nameAr }) => [name, spoken === 'ar' ? nameAr : name])}
                value={entry.band}
                onChange={(band) => set(nth, { band })}
              />
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
          onClick={() => setEntries((before) => [...before, blank])}
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

const blank: Entry = { body: '', bodyF: '', courseId: '', band: '' }

const written = (entries: readonly Entry[]) =>
  entries.flatMap(({ body, bodyF, courseId, band }) => {
    const texts = { body: body.trim(), bodyF: bodyF.trim() }
    return texts.body === '' ? [] : [{ ...texts, ...(courseId && { courseId }), ...(band && { band }) }]
  })

type NarrowedProps = {
  label: string
  all: string
  items: readonly (readonly [value: string, name: string])[]
  value: string
  onChange: (value: string) => void
}

/** For what an entry is offered. A course or band that stands in it, and that this class has not, stays. */
function Narrowed({ label, all, items, value, onChange }: NarrowedProps) {
  const isElsewhere = value !== '' && !items.some(([one]) => one === value)
  if (items.length === 0 && !isElsewhere) return null
  return (
    <label className="grid gap-1 text-sm">
      {label}
      <select
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="min-h-11 min-w-0 rounded-field border border-line bg-surface px-3 text-base"
      >
        <option value="">{all}</option>
        {isElsewhere && <option value={value}>…</option>}
        {items.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

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
