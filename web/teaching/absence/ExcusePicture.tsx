import { useTranslation } from '#web/lib/i18n.ts'
import { Picture } from '#web/ui/Picture.tsx'

/** What a parent sent along with an excuse; it opens in full. */
export function ExcusePicture({ src }: { src: string | null }) {
  const { t } = useTranslation()
  if (!src) return null
  return (
    <a
      href={src}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-11 items-center gap-3 text-sm text-primary underline-offset-4 hover:underline"
    >
      <Picture src={src} className="h-16 w-24 rounded-field border border-line" />
      {t('absence.openPicture')}
    </a>
  )
}
