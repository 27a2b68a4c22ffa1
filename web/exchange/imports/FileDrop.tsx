import { ClipboardPaste, FileUp, FolderUp, Upload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { chosenFolder, droppedFolder, type FolderFile } from './chosen-folder.ts'
import { acceptedSheets } from './sending.ts'

type Props = {
  /** 0 to 1 while something is being uploaded. */
  part: number | null
  error: string | null
  onFile: (file: File) => void
  onFolder: (name: string, files: FolderFile[]) => void
  onRows: (text: string) => void
  onStop: () => void
}

type Dropped = Pick<Props, 'onFile' | 'onFolder'> & { isBusy: boolean }

/** Takes a file or folder that is dropped anywhere on the page, and says whether one is held over it. */
function useDropOnPage({ isBusy, onFile, onFolder }: Dropped) {
  const [over, setOver] = useState(false)

  // On the whole page, because the browser would open a file that is dropped outside, instead of the page.
  useEffect(() => {
    const hover = (event: DragEvent) => {
      event.preventDefault()
      setOver(event.type === 'dragover')
    }
    const drop = (event: DragEvent) => {
      hover(event)
      if (isBusy) return
      const [dropped] = event.dataTransfer?.files ?? []
      // The dropped data exists only during this call, so both are read at once.
      void droppedFolder(event.dataTransfer).then((found) =>
        found ? onFolder(found.name, found.files) : dropped && onFile(dropped),
      )
    }
    addEventListener('dragover', hover)
    addEventListener('dragleave', hover)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', hover)
      removeEventListener('dragleave', hover)
      removeEventListener('drop', drop)
    }
  }, [isBusy, onFile, onFolder])
  return over
}

/** The input of a table: a file or folder that is dropped or chosen, or rows pasted from a spreadsheet. */
export function FileDrop({ part, error, onFile, onFolder, onRows, onStop }: Props) {
  const { t } = useTranslation()
  const file = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  // It stays while a file is sent, which may be refused.
  const [text, setText] = useState('')
  const over = useDropOnPage({ isBusy: part !== null, onFile, onFolder })

  if (part !== null) return <Sending part={part} onStop={onStop} />
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <div
        role="group"
        aria-label={t('imports.file')}
        data-drop
        className={cx(
          'flex flex-col items-center justify-center gap-4 rounded-card border-2 border-dashed px-6 py-10 text-center transition-colors',
          over ? 'border-primary bg-soft' : 'border-line bg-surface',
        )}
      >
        <span className="grid size-14 place-items-center rounded-full bg-soft text-primary">
          <FileUp className="size-7" aria-hidden="true" />
        </span>
        <p className="font-semibold pointer-coarse:hidden">{t('imports.drop')}</p>
        <Button
          tone="primary"
          icon={<Upload className="size-5" aria-hidden="true" />}
          onClick={() => file.current?.click()}
        >
          {t('imports.choose')}
        </Button>
        <Button
          icon={<FolderUp className="size-5" aria-hidden="true" />}
          className="pointer-coarse:hidden"
          onClick={() => folder.current?.click()}
        >
          {t('imports.chooseFolder')}
        </Button>
        <p className="max-w-prose text-sm text-muted">{t('imports.kinds')}</p>
        <input
          ref={file}
          type="file"
          hidden
          accept={acceptedSheets}
          data-import="file"
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? []
            // Allows the same file to be chosen again.
            currentTarget.value = ''
            if (chosen) onFile(chosen)
          }}
        />
        <input
          ref={folder}
          type="file"
          hidden
          // All browsers know this attribute, but the types of React do not.
          {...{ webkitdirectory: '' }}
          data-import="folder"
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])]
            currentTarget.value = ''
            const chosen = chosenFolder(files)
            if (files.length > 0) onFolder(chosen.name, chosen.files)
          }}
        />
        {error && (
          <p role="alert" className="rounded-field bg-danger-soft px-4 py-3 text-danger">
            {error}
          </p>
        )}
      </div>
      <PasteRows text={text} onText={setText} onRows={onRows} />
    </div>
  )
}

type PasteProps = { text: string; onText: (text: string) => void } & Pick<Props, 'onRows'>

function PasteRows({ text, onText, onRows }: PasteProps) {
  const { t } = useTranslation()
  return (
    <form
      className="flex flex-col gap-3 rounded-card border border-line bg-surface p-5"
      onSubmit={(event) => {
        event.preventDefault()
        onRows(text)
      }}
    >
      <label htmlFor="import-rows" className="font-semibold">
        {t('imports.paste')}
      </label>
      <textarea
        id="import-rows"
        dir="auto"
        rows={6}
        spellCheck={false}
        value={text}
        aria-describedby="import-rows-hint"
        onChange={({ target }) => onText(target.value)}
        className="min-h-36 w-full grow rounded-field border border-line bg-bg px-4 py-3 text-sm [overflow-wrap:anywhere]"
      />
      <p id="import-rows-hint" className="text-sm text-muted">
        {t('imports.pasteHint')}
      </p>
      <Button
        type="submit"
        disabled={text.trim() === ''}
        icon={<ClipboardPaste className="size-5" aria-hidden="true" />}
        className="self-start"
      >
        {t('imports.useRows')}
      </Button>
    </form>
  )
}

function Sending({ part, onStop }: { part: number; onStop: () => void }) {
  const { t } = useTranslation()
  return (
    <div
      role="status"
      className="flex flex-col items-center gap-4 rounded-card border border-line bg-surface px-6 py-12 text-center"
    >
      <p className="font-semibold">{t(part < 1 ? 'imports.sending' : 'imports.reading')}</p>
      <ProgressBar label={t('imports.sending')} part={part < 1 ? part : null} />
      <Button onClick={onStop}>{t('common.cancel')}</Button>
    </div>
  )
}
