import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { openPage } from './open-page.ts'
import { makeQueryClient } from './queries/query-client.ts'
import { ErrorBoundary } from './ui/ErrorBoundary.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id "root"')

openPage()
const client = makeQueryClient()

createRoot(root).render(
  <StrictMode>
    <ErrorBoundary part="The page">
      <QueryClientProvider client={client}>
        <App />
      </QueryClientProvider>
    </ErrorBoundary>
  </StrictMode>,
)
