import { FileUp } from 'lucide-react'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { t } from '../language/translate.ts'
import { Button } from '../ui/controls/Button.tsx'
import { useOpenedFile } from './opened-file.ts'

const ENDINGS = ['.geojson', '.json', '.kml', '.kmz', '.gpx', '.csv', '.tsv', '.txt']

/** Offers the outlines and points of a file for comparison. */
export function OpenFileButton() {
  const open = useOpenedFile((opened) => opened.open)
  return (
    <FileTrigger
      acceptedFileTypes={ENDINGS}
      onSelect={(files) => {
        const file = files?.[0]
        if (file) void open(file)
      }}
    >
      <Button>
        <FileUp size={14} aria-hidden />
        {t('From a file')}
      </Button>
    </FileTrigger>
  )
}
