import { ArrowLeft, Download } from 'lucide-react'
import { lazy, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { importTemplate } from '#contract/exchange/exports/import-template.ts'
import { importKinds } from '#contract/exchange/imports/import-kinds.ts'
import { imports, uploadImport } from '#contract/exchange/imports/imports.ts'
import { fromWire } from '#contract/language/wire-names.ts'
import { stale, writing } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { sentenceFrom } from '#web/lib/refusal.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { leadingTo } from '#web/lib/students-address.ts'
import { Button, LinkButton } from '#web/ui/Button.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part as partOf } from '#web/ui/part.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { toastRefusal } from '#web/ui/toast.ts'
import { downloaded } from '#web/lib/download.ts'
import { type FolderFile, zipOfFolder } from './chosen-folder.ts'
import { EarlierImports } from './EarlierImports.tsx'
import { FileDrop } from './FileDrop.tsx'
import { type Import, type ImportKind, putImport } from './import.ts'
import { KindChoice } from './KindChoice.tsx'
import { sentFile } from '#web/ui/sent-file.ts'
import { keepSentTable, sentTableOf } from './sent-table.ts'
import { unfit } from './sending.ts'
import { type PartsQuestion, choiceIn, type Parts } from './parts.ts'
import { PartsChoice } from './PartsChoice.tsx'
import { Steps } from './Steps.tsx'

const FromRoster = lazy(partOf(async () => (await import('./FromRoster.tsx')).FromRoster))
const StudentPictures = lazy(partOf(async () => (await import('./pictures/StudentPictures.tsx')).StudentPictures))

/** Sends what a person took, and goes on to its import; a workbook of several parts is asked about first. */
function useSending({ schoolId, kind, againId }: { schoolId: string; kind: ImportKind; againId: string | null }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [part, setPart] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [workbook, setWorkbook] = useState<{
    file: Blob
    name: string | undefined
    parts: Parts
    choice: PartsQuestion
    /** The draft that this table replaces. */
    formerId: string | undefined
  } | null>(null)
  const stop = useRef<AbortController>(null)
  useEffect(() => () => stop.current?.abort(), [])

  function take(file: File) {
    const reason = unfit(file)
    setError(reason && t(`imports.unfit.${reason}`))
    if (!reason) void send(file, file.name)
  }

  async function takeFolder(name: string, files: FolderFile[]) {
    setError(null)
    const packed = await zipOfFolder(name, files).catch(() => null)
    if (packed) take(packed)
    else setError(t('imports.unfit.folder'))
  }

  /** Pasted rows have no file name. */
  async function send(file: Blob, name?: string, parts: Parts = {}, formerId?: string) {
    setError(null)
    setWorkbook(null)
    setPart(0)
    const { signal } = (stop.current = new AbortController())
    try {
      const fields = {
        schoolId,
        kind,
        ...(name && { fileName: name.slice(-200) }),
        ...parts,
      }
      const answer = await sentFile({
        path: uploadImport.path,
        fields,
        file,
        name: 'table',
        signal,
        onProgress: setPart,
      })
      const draft = fromWire(uploadImport.output, answer) as Import
      putImport(draft)
      keepSentTable({ importId: draft.id, file, name, parts })
      // The same table was read as another kind before; that draft would only wait to be discarded.
      if (formerId) await writing(imports.remove, { importId: formerId }).catch(toastRefusal)
      void stale(imports.list)
      await navigate({ search: leadingTo(query, 'import', draft.id) })
    } catch (problem) {
      setPart(null)
      const choice = choiceIn(problem)
      if (choice) setWorkbook({ file, name, parts, choice, formerId })
      else if (!signal.aborted) setError(sentenceFrom(problem))
    }
  }

  const sendAgain = useEffectEvent((table: NonNullable<ReturnType<typeof sentTableOf>>) =>
    send(table.file, table.name, table.parts, table.importId),
  )
  const again = againId === null ? null : sentTableOf(againId)
  useEffect(() => {
    if (again) void sendAgain(again)
  }, [again])

  return { part, error, workbook, setWorkbook, take, takeFolder, send, stop: () => stop.current?.abort() }
}

/** The kind as which a table is to be read again, or that a link proposes. */
const firstKind = (query: URLSearchParams) =>
  importKinds.find((one) => one === query.get('as')) ?? (query.get('kind') === 'balances' ? 'balances' : 'students')

/** The start of an import: a file or pasted rows, a template to fill in, and the earlier imports. */
export function StartImport({ school }: { school: OwnSchool }) {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const [kind, setKind] = useState<ImportKind>(firstKind(query))
  const againId = query.get('again')
  const { part, error, workbook, setWorkbook, take, takeFolder, send, stop } = useSending({
    schoolId: school.id,
    kind,
    againId,
  })

  return (
    <Screen
      title={t('imports.title')}
      lead={t('imports.lead')}
      tools={
        <LinkButton
          to={{ search: leadingTo(query) }}
          icon={<ArrowLeft className="mirror-rtl size-5" aria-hidden="true" />}
        >
          {t('common.back')}
        </LinkButton>
      }
    >
      <Steps at="file" />
      {againId !== null && part === null && !workbook && !sentTableOf(againId) && (
        <p role="status" className="mb-4 rounded-field bg-wait-soft px-4 py-3">
          {t('imports.chooseAgain', { kind: t(`imports.kindOf.${kind}`) })}
        </p>
      )}
      {part === null && !workbook && <KindChoice kind={kind} onKind={setKind} />}
      {workbook ? (
        <PartsChoice
          {...workbook.choice}
          onTake={(taken) =>
            void send(workbook.file, workbook.name, { ...workbook.parts, ...taken }, workbook.formerId)
          }
          onCancel={() => setWorkbook(null)}
        />
      ) : (
        <FileDrop
          part={part}
          error={error}
          onFile={take}
          onFolder={(name, files) => void takeFolder(name, files)}
          onRows={(text) => void send(new Blob([text], { type: 'text/plain' }))}
          onStop={stop}
        />
      )}
      {part === null && !workbook && <Template schoolId={school.id} kind={kind} />}
      {part === null && !workbook && kind === 'students' && (
        <LazyPart fallback={null}>
          <FromRoster schoolId={school.id} />
        </LazyPart>
      )}
      {part === null && !workbook && (
        <LazyPart>
          <StudentPictures schoolId={school.id} />
        </LazyPart>
      )}
      <EarlierImports schoolId={school.id} />
    </Screen>
  )
}

function Template({ schoolId, kind }: { schoolId: string; kind: ImportKind }) {
  const { t, language } = useTranslation()
  const take = (format: 'xlsx' | 'csv') =>
    void downloaded(importTemplate, { schoolId, format, language, kind }).catch(toastRefusal)
  return (
    <section className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-line bg-surface px-5 py-4">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="font-semibold">{t('imports.template')}</h2>
        <p className="text-sm text-muted">{t('imports.templateHint')}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        {(['xlsx', 'csv'] as const).map((format) => (
          <Button
            key={format}
            aria-label={`${t('imports.template')}: ${format.toUpperCase()}`}
            icon={<Download className="size-5" aria-hidden="true" />}
            onClick={() => take(format)}
          >
            {format.toUpperCase()}
          </Button>
        ))}
      </div>
    </section>
  )
}
