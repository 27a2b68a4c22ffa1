import { Upload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { feeStatements, uploadStatement } from '#contract/money/fees/statements.ts'
import { fromWire } from '#contract/language/wire-names.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryClient } from '#web/lib/query.ts'
import { sentenceFrom } from '#web/lib/refusal.ts'
import { Button } from '#web/ui/Button.tsx'
import { sentFile } from '#web/ui/sent-file.ts'
import { toast } from '#web/ui/toast.ts'

/** Sends a statement of the bank and says how many of its lines are new. */
export function ReadStatement({ schoolId }: { schoolId: string }) {
  const { t } = useTranslation()
  const file = useRef<HTMLInputElement>(null)
  const stop = useRef<AbortController>(null)
  const [reading, setReading] = useState(false)
  const [error, setError] = useState<string | null>(null)
  useEffect(() => () => stop.current?.abort(), [])

  async function read(chosen: File) {
    setReading(true)
    setError(null)
    const { signal } = (stop.current = new AbortController())
    try {
      const fields = { schoolId, fileName: chosen.name.slice(-200) }
      const sent = { path: uploadStatement.path, fields, file: chosen, name: 'table', signal, onProgress: () => {} }
      const { brought, known } = fromWire(uploadStatement.output, await sentFile(sent)) as OutputOf<
        typeof uploadStatement
      >
      toast({ title: `${t('fees.bank.brought', { count: brought })} · ${t('fees.bank.known', { count: known })}` })
      void queryClient.invalidateQueries({ queryKey: ['Fee', feeStatements.lines.path] })
    } catch (problem) {
      if (!signal.aborted) setError(sentenceFrom(problem))
    } finally {
      setReading(false)
    }
  }

  return (
    <section className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-line bg-surface px-5 py-4">
      <p className="min-w-0 flex-1 basis-64 text-sm text-muted">{t('fees.bank.means')}</p>
      <Button
        disabled={reading}
        icon={<Upload className="size-5" aria-hidden="true" />}
        onClick={() => file.current?.click()}
      >
        {t(reading ? 'fees.bank.reading' : 'fees.bank.read')}
      </Button>
      <input
        ref={file}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,.xlsx,.xls,.xlsb,.ods,.htm,.html"
        data-statement="file"
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? []
          // Allows the same file to be chosen again.
          currentTarget.value = ''
          if (chosen) void read(chosen)
        }}
      />
      {error && (
        <p role="alert" className="w-full rounded-field bg-danger-soft px-4 py-3 text-danger">
          {error}
        </p>
      )}
    </section>
  )
}
