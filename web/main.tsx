import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { startRouter } from './app/routes.tsx'
import { startTexts } from './lib/i18n.ts'
import { queryClient } from './lib/query.ts'
import { startSession } from './lib/session.ts'
import { remembered } from './lib/store.ts'
import './lib/reference.ts' // small, and needed by the first screen of visitors and of the signed-in
import { startTheme } from './lib/theme.ts'
import './styles.css'

void startSession()
await Promise.all([startTexts(), remembered()])
startTheme()

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={startRouter()} />
      </QueryClientProvider>
    </StrictMode>,
  )
}
