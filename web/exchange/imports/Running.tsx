import { useTranslation } from '#web/lib/i18n.ts'
import { LinkButton } from '#web/ui/Button.tsx'
import { listAddress, type Import, listOf } from './import.ts'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'

/** An import or its undo, while the server is working on it. Nobody has to wait on this page. */
export function Running({ job: { kind, state, progress, added, changed } }: { job: Import }) {
  const { t } = useTranslation()
  // For an undo, the students of the import are counted as they are removed.
  const of = Math.max(state === 'undoing' ? added : added + changed, 1)
  const waits = progress === 0
  return (
    <section className="flex flex-col items-center gap-4 rounded-card border border-line bg-surface px-6 py-12 text-center">
      <p role="status" className="text-lg font-semibold">
        {t(state === 'undoing' ? 'imports.undoing' : 'imports.running')}
      </p>
      <ProgressBar label={t('imports.progress')} part={waits ? null : Math.min(progress / of, 1)} />
      {!waits && <p className="text-muted tabular-nums">{t('imports.storedOf', { stored: progress, of })}</p>}
      <p className="max-w-prose text-muted">{t('imports.mayLeave')}</p>
      <LinkButton to={listAddress(kind)}>{t(`imports.toList.${listOf[kind]}`)}</LinkButton>
    </section>
  )
}
