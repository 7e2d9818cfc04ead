import { IconCopy, IconExternalLink, IconTrendingUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { TemplateButton } from '#shared/model/template-button.ts'

export const kindIcons: Record<TemplateButton['kind'], ReactNode> = {
  chart: <IconTrendingUp />,
  copy: <IconCopy />,
  link: <IconExternalLink />,
}
