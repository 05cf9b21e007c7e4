import { FileUp } from 'lucide-react'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { t } from '../language/translate.ts'
import { Button } from '../ui/controls/Button.tsx'
import { useOpenedFile } from './opened-file.ts'

const ENDINGS = ['.geojson', '.json', '.kml', '.kmz', '.gpx', '.csv', '.tsv', '.txt']

/** Offers the outlines and points of files for comparison. */
export function OpenFileButton() {
  const open = useOpenedFile((opened) => opened.open)
  return (
    <FileTrigger
      acceptedFileTypes={ENDINGS}
      allowsMultiple
      onSelect={(files) => {
        if (files && files.length > 0) void open([...files])
      }}
    >
      <Button>
        <FileUp size={14} aria-hidden />
        {t('From a file')}
      </Button>
    </FileTrigger>
  )
}
