import { FileDown } from 'lucide-react'
import { lazy, use, useState } from 'react'
import { exportList } from '#contract/exchange/exports/exports.ts'
import type { InputOf, Operation } from '#contract/language/operation.ts'
import { toWire } from '#contract/language/wire-names.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { toastRefusal } from '#web/ui/toast.ts'
import { downloaded } from '#web/lib/download.ts'
import { part } from '#web/ui/part.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { ShownRows } from './shown-rows.ts'

const Dialog = lazy(part(async () => (await import('#web/ui/Dialog.tsx')).Dialog))

type Props<O extends Operation> = {
  /** The list on the screen with its filters; every page of it is exported. */
  list: O
  input: InputOf<O>
  /** The name on the wire of a field that is empty in every shown row, if the list has no filter for it. */
  empty?: string | undefined
  /** Whether filters leave out rows. If not given, every input other than the list's place counts as a filter. */
  narrowed?: boolean
  /** What it exports, if there are several buttons. */
  text?: string
}

/** Exports a list as CSV or XLSX in the current language, as the person sees it: also with the search that is typed. */
export function ExportButton<O extends Operation>({ list, input, empty, narrowed, text }: Props<O>) {
  const { t, language } = useTranslation()
  const [asking, setAsking] = useState(false)
  const [taking, setTaking] = useState<'csv' | 'xlsx' | null>(null)
  const body = toWire(list.input, { ...input, pageNumber: undefined, pageSize: undefined }) as Record<string, unknown>
  const ids = use(ShownRows)
  const isNarrowed =
    ids !== null || (narrowed ?? Object.values(body).filter((value) => String(value) !== '').length > 1)

  async function take(format: 'csv' | 'xlsx') {
    setTaking(format)
    try {
      await downloaded(exportList, { list: list.path, input: body, empty, ...(ids && { ids }), format, language })
      setAsking(false)
    } catch (problem) {
      toastRefusal(problem)
    } finally {
      setTaking(null)
    }
  }

  return (
    <>
      {text ? (
        <Button icon={<FileDown className="size-5" aria-hidden="true" />} onClick={() => setAsking(true)}>
          {text}
        </Button>
      ) : (
        <IconButton label={t('exports.export')} onClick={() => setAsking(true)}>
          <FileDown className="size-5" aria-hidden="true" />
        </IconButton>
      )}
      {asking && (
        <LazyPart onClose={() => setAsking(false)}>
          <Dialog
            open
            onOpenChange={setAsking}
            title={t('exports.title')}
            description={t(isNarrowed ? 'exports.narrowed' : 'exports.whole')}
          >
            <div className="grid gap-3 pt-2 sm:grid-cols-2">
              {(['xlsx', 'csv'] as const).map((format) => (
                <Button key={format} wide disabled={taking !== null} onClick={() => void take(format)}>
                  {taking === format ? t('common.loading') : t(`exports.${format}`)}
                </Button>
              ))}
            </div>
          </Dialog>
        </LazyPart>
      )}
    </>
  )
}
