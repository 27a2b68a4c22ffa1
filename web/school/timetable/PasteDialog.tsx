import { useId, useState } from 'react'
import type { OutputOf } from '#contract/language/operation.ts'
import { timetableDrafts } from '#contract/school/timetable/timetable-drafts.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useChange } from '#web/records/change.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { toast, toastRefusal } from '#web/ui/toast.ts'
import { readPastedWeek } from '#contract/school/timetable/pasted.ts'
import { LeftOut } from './LeftOut.tsx'
import type { WeekDraft } from './planning.ts'

type Props = { draft: WeekDraft; onClose: () => void }

type Taken = OutputOf<typeof timetableDrafts.takeRows>

/** A week from a table: pasted, looked at, and then added to the draft. */
export function PasteDialog({ draft, onClose }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const [text, setText] = useState('')
  const [tried, setTried] = useState<Taken | null>(null)
  const takeRows = useChange(timetableDrafts.takeRows)
  const take = useChange(timetableDrafts.take)
  const { rows, unread } = readPastedWeek(text)
  const { id: timetableId, version: baseVersion } = draft.timetable
  const look = () => void takeRows({ timetableId, rows, tries: true }).then(setTried).catch(toastRefusal)
  const add = () =>
    void takeRows({ timetableId, rows, baseVersion })
      .then(({ ids, lessons }) => {
        const undo = () => void take({ timetableId, lessonIds: ids.slice(0, 200) }).catch(toastRefusal)
        toast({
          title: t('timetable.added', { count: lessons }),
          ...(ids.length <= 200 && { action: { label: t('timetable.undo'), run: undo } }),
        })
        onClose()
      })
      .catch(toastRefusal)
  return (
    <Dialog open onOpenChange={onClose} wide title={t('timetable.paste')} description={t('timetable.pasteMeans')}>
      <div className="space-y-4">
        <label htmlFor={id} className="block text-sm">
          {t('timetable.table')}
        </label>
        <textarea
          id={id}
          rows={8}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setTried(null)
          }}
          className="w-full rounded-field border border-line bg-surface px-4 py-2"
        />
        <p className="text-sm text-muted">
          {t('timetable.rowsRead', { count: rows.length })}
          {unread > 0 && ` · ${t('timetable.rowsUnread', { count: unread })}`}
        </p>
        {tried && <Preview tried={tried} />}
        <div className="flex flex-wrap justify-end gap-3">
          <DialogCancel />
          {tried && tried.lessons > 0 ? (
            <Button tone="primary" onClick={add}>
              {t('timetable.addAll', { count: tried.lessons })}
            </Button>
          ) : (
            <Button tone="primary" disabled={rows.length === 0} onClick={look}>
              {t('timetable.look')}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** What would be added, and which rows are left out and why. */
function Preview({ tried: { lessons, leftOut } }: { tried: Taken }) {
  const { t } = useTranslation()
  return (
    <div role="status" className="space-y-2">
      <p className="font-semibold">{t('timetable.lessons', { count: lessons })}</p>
      <LeftOut rows={leftOut} count={leftOut.length} />
    </div>
  )
}
