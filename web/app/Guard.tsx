import { Navigate, Outlet, useLocation } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { useHolds, useSession } from '#web/lib/session.ts'
import { Loading } from '#web/ui/Skeleton.tsx'

/** Around screens that need a signed-in person with all of `keys`. The server checks the same on each request. */
export function Guard({ keys = [] }: { keys?: string[] }) {
  const { status } = useSession()
  const { pathname, search } = useLocation()
  const holds = useHolds()

  if (status === 'loading') {
    return (
      <div className="mx-auto max-w-6xl px-4 py-8">
        <Loading />
      </div>
    )
  }
  if (status === 'out') return <Navigate to={paths.auth(pathname + search)} replace />
  if (!keys.every(holds)) return <Navigate to={paths.unauthorized()} state={{ keys }} replace />
  return <Outlet />
}
