import type { ReactNode } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { Ring } from '#web/ui/Ring.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { toneOf } from '#web/ui/tone.ts'
import { Avatar } from '#web/ui/Picture.tsx'

/** A parent's day on a phone, built from components of the product: a preview for visitors before they sign in. */
export function ExampleDay() {
  const { t } = useTranslation()
  const child = t('visitor.child')
  return (
    <figure aria-label={t('visitor.example')} className="mx-auto w-full max-w-sm">
      <div className="rounded-3xl bg-primary p-2 pb-4">
        <p aria-hidden="true" className="flex items-center justify-between px-4 pb-2 text-xs text-on-primary">
          <Digits>8:30</Digits>
          <span className="h-1.5 w-14 rounded-full bg-soft" />
          <span>{t('product')}</span>
        </p>
        <div className="rounded-card border border-line bg-surface">
          <div className="flex items-center gap-3 p-4">
            <Avatar names={[child]} />
            <div className="flex-1">
              <p className="text-lg font-semibold">{child}</p>
              <p className="text-sm text-muted">
                <Bdi>{t('visitor.childClass')}</Bdi>
              </p>
            </div>
            <Ring small share={17 / 18}>
              <Digits>17/18</Digits>
            </Ring>
          </div>
          <div className="divide-y divide-line border-t border-line">
            <Line name={t('classes.attendance')}>
              <StatusBadge status="good" word={t('attendance.present')} />
            </Line>
            <Line course name={t('visitor.course1')}>
              <Digits>45/50</Digits>
            </Line>
            <Line course name={t('visitor.course2')}>
              <Digits>18/20</Digits>
            </Line>
            <Line course name={t('visitor.course3')}>
              <span className="text-sm text-muted">{t('visitor.due')}</span>
            </Line>
          </div>
        </div>
      </div>
    </figure>
  )
}

function Line({ name, course = false, children }: { name: string; course?: boolean; children: ReactNode }) {
  return (
    <p className="flex min-h-12 items-center justify-between gap-3 px-4 font-semibold">
      {course ? (
        <span data-tone={toneOf(name)} className="tone-soft rounded-full px-2.5 py-1 text-sm">
          {name}
        </span>
      ) : (
        <span>{name}</span>
      )}
      {children}
    </p>
  )
}
