import { useEffect, useId, useRef, useState } from 'react'
import type { OutputOf } from '#contract/language/operation.ts'
import { fromWire } from '#contract/language/wire-names.ts'
import { uploadWeek, weekFileLimits, weekFiles } from '#contract/exchange/imports/week-files.ts'
import { timetableDrafts } from '#contract/school/timetable/timetable-drafts.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { sentenceFrom } from '#web/lib/refusal.ts'
import { queryClient } from '#web/lib/query.ts'
import { useChange } from '#web/records/change.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { sentFile } from '#web/ui/sent-file.ts'
import { toast, toastRefusal } from '#web/ui/toast.ts'
import { LeftOut } from './LeftOut.tsx'
import { chosenAtFirst, meaningsChosen, type NameChoices, NamesPart } from './NamesPart.tsx'

type Read = OutputOf<typeof uploadWeek>
type Props = { schoolId: string; onClose: () => void; onTaken: (timetableId: string) => void }

/** Sends the file; each look is a new sending, because the server keeps no file. */
function useWeekFile(schoolId: string) {
  const { t } = useTranslation()
  const [file, setFile] = useState<File | null>(null)
  const [read, setRead] = useState<Read | null>(null)
  const [part, setPart] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const stop = useRef<AbortController>(null)
  useEffect(() => () => stop.current?.abort(), [])

  async function send(sent: File, timetableName?: string) {
    if (sent.size > weekFileLimits.bytes) return setError(t('timetable.file.tooLarge'))
    setError(null)
    setPart(0)
    const { signal } = (stop.current = new AbortController())
    try {
      const fields = { schoolId, ...(timetableName && { timetableName }) }
      const answer = await sentFile({
        path: uploadWeek.path,
        fields,
        file: sent,
        name: 'week',
        signal,
        onProgress: setPart,
      })
      const found = fromWire(uploadWeek.output, answer) as Read
      setFile(sent)
      setRead(found)
      return found
    } catch (problem) {
      if (!signal.aborted) setError(sentenceFrom(problem))
    } finally {
      setPart(null)
    }
    return undefined
  }
  return { file, read, part, error, send }
}

/** A week from the file of another program: looked at, its names matched once, and taken over as a draft. */
export function WeekFileDialog({ schoolId, onClose, onTaken }: Props) {
  const { t } = useTranslation()
  const { file, read, part, error, send } = useWeekFile(schoolId)
  const [choices, setChoices] = useState<NameChoices>(new Map())
  const input = useRef<HTMLInputElement>(null)
  const setMeanings = useChange(weekFiles.setMeanings)
  const discard = useChange(timetableDrafts.discard)
  const look = (sent: File) => void send(sent).then((found) => found && setChoices(chosenAtFirst(found)))
  const meanings = read ? meaningsChosen(read, choices) : []

  const again = () =>
    void setMeanings({ schoolId, meanings })
      .then(() => look(file!))
      .catch(toastRefusal)
  const takeOver = () =>
    void send(file!, nameOf(file!, t('timetable.file.nameOfDraft'))).then((found) => {
      if (!found?.timetableId) return
      const draftId = found.timetableId
      void queryClient.invalidateQueries()
      const undo = () => void discard({ schoolId, draftId, discarded: true }).catch(toastRefusal)
      toast({
        title: t('timetable.file.taken', { count: found.lessons }),
        action: { label: t('timetable.undo'), run: undo },
      })
      onTaken(draftId)
      onClose()
    })
  return (
    <Dialog open onOpenChange={onClose} wide title={t('timetable.file.title')} description={t('timetable.file.means')}>
      <div className="space-y-4">
        <input
          ref={input}
          type="file"
          hidden
          accept=".xml,.csv,.tsv,.txt,.xlsx,.xls,.ods"
          data-week="file"
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? []
            currentTarget.value = ''
            if (chosen) look(chosen)
          }}
        />
        {error && (
          <p role="alert" className="rounded-field bg-danger-soft px-4 py-3 text-danger">
            {error}
          </p>
        )}
        {part !== null && <ProgressBar label={t('timetable.file.reading')} part={part < 1 ? part : null} />}
        {read && part === null && (
          <>
            <Summary read={read} />
            <NamesPart read={read} choices={choices} onChange={setChoices} />
            <LeftOut rows={read.leftOut} count={read.leftOutCount} />
          </>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <DialogCancel />
          <Button tone={read ? 'quiet' : 'primary'} disabled={part !== null} onClick={() => input.current?.click()}>
            {t(read ? 'timetable.file.another' : 'timetable.file.choose')}
          </Button>
          {read && meanings.length > 0 && (
            <Button tone="primary" disabled={part !== null} onClick={again}>
              {t('timetable.file.match', { count: meanings.length })}
            </Button>
          )}
          {read && meanings.length === 0 && read.lessons > 0 && (
            <Button tone="primary" disabled={part !== null} onClick={takeOver}>
              {t('timetable.file.takeOver', { count: read.lessons })}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** The name of the file without its ending; names of drafts have at most 60 letters. */
const nameOf = ({ name }: File, otherwise: string) =>
  name
    .replace(/\.[^.]*$/, '')
    .trim()
    .slice(0, 60) || otherwise

/** What the draft would be. */
function Summary({ read }: { read: Read }) {
  const { t } = useTranslation()
  const id = useId()
  const { lessons, weeks, newGroups, lacksTeacher, withoutPlace } = read
  const lines = [
    ...(weeks === 2 ? [t('timetable.file.twoWeeks')] : []),
    ...(newGroups > 0 ? [t('timetable.file.newGroups', { count: newGroups })] : []),
    ...(lacksTeacher > 0 ? [t('timetable.file.lacksTeacher', { count: lacksTeacher })] : []),
    ...(withoutPlace.length > 0 ? [t('timetable.file.withoutPlace', { count: withoutPlace.length })] : []),
  ]
  return (
    <div role="status" aria-labelledby={id} className="space-y-1">
      <p id={id} className="font-semibold">
        {t('timetable.lessons', { count: lessons })}
      </p>
      {lines.map((line) => (
        <p key={line} className="text-sm text-muted">
          {line}
        </p>
      ))}
    </div>
  )
}
