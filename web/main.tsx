import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { readFirst } from './app/load-signed-in.ts'
import { startRouter } from './app/routes.tsx'
import { startTexts } from './lib/i18n.ts'
import { queryClient } from './lib/query.ts'
import { startSession } from './lib/session.ts'
import { remembered } from './lib/store.ts'
import './lib/reference.ts' // small, and needed by the first screen of visitors and of the signed-in
import { startTheme } from './lib/theme.ts'
import './styles.css'

const session = startSession()
await Promise.all([startTexts(), remembered()])
// Not awaited: the file of the signed-in imports the one that this stands in, and runs only after its end.
void readFirst(session).then(draw)

function draw() {
  startTheme()
  const root = document.getElementById('root')
  if (!root) return
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={startRouter()} />
      </QueryClientProvider>
    </StrictMode>,
  )
}
