import { useNavigate, useSearchParams } from 'react-router'
import { useTranslation } from '#web/lib/i18n.ts'
import { leadingTo } from '#web/lib/students-address.ts'
import { AskFirst } from '#web/ui/AskFirst.tsx'
import { Button } from '#web/ui/Button.tsx'
import type { Import } from './import.ts'
import { useMayKinds } from './may-kinds.ts'

type Props = {
  draft: Import
  /** Whether something was chosen on the page that is not saved yet. */
  chosen?: boolean
}

/** Says that a list sent as students is clearly another, and reads the same file again as that. What was decided before is lost only if agreed. */
export function OtherKind({ draft: { id, likelyKind, createDate, lastModifyDate }, chosen = false }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const may = useMayKinds()
  if (!likelyKind || !may[likelyKind]) return null
  const kind = t(`imports.kindOf.${likelyKind}`)
  async function readAgain() {
    const next = new URLSearchParams(leadingTo(query, 'import', 'new'))
    next.set('as', likelyKind!)
    next.set('again', id)
    await navigate({ search: `?${next}` })
  }
  return (
    <section
      aria-label={t('imports.otherKind', { kind })}
      className="mb-5 flex flex-wrap items-center justify-between gap-3 rounded-card bg-wait-soft px-5 py-4"
    >
      <p className="min-w-0 flex-1 basis-64 font-medium">{t('imports.otherKind', { kind })}</p>
      <AskFirst
        title={t('imports.readAsAsk', { kind })}
        description={t('imports.readAsMeans')}
        submit={t('imports.readAs', { kind })}
        run={readAgain}
      >
        {(ask, busy) => (
          <Button disabled={busy} onClick={() => (chosen || createDate !== lastModifyDate ? ask() : void readAgain())}>
            {t('imports.readAs', { kind })}
          </Button>
        )}
      </AskFirst>
    </section>
  )
}
