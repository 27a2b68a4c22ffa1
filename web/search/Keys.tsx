import { useTranslation } from '#web/lib/i18n.ts'
import { Digits } from '#web/ui/Bdi.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

/** The keys that work everywhere, and those of the register. */
export function Keys({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('finder.keys')}>
      <dl className="divide-y divide-line">
        {keys.map(([pressed, does]) => (
          <div key={does} className="flex items-center justify-between gap-4 py-2">
            <dt>{t(does)}</dt>
            <dd className="rounded-field border border-line px-2.5 py-1 text-sm font-medium">
              <Digits>{pressed}</Digits>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

const keys = [
  ['Ctrl K  ⌘ K', 'finder.keyFind'],
  ['?', 'finder.keyKeys'],
  ['Tab', 'finder.keyNext'],
  ['Esc', 'finder.keyClose'],
  ['↑ ↓', 'finder.keyStudent'],
  ['1 2 3 4', 'finder.keyState'],
  ['Ctrl Enter', 'attendance.keyConfirm'],
] as const
