; NSIS installer for Windows: the command line, and the editor if STAGE contains it, for all users of the computer.
; Requires the defines VERSION, STAGE (the folder to install), OUT (the installer's path) and ICON.
Target amd64-unicode
!include MUI2.nsh

Name "Redforge ${VERSION}"
OutFile "${OUT}"
InstallDir "$PROGRAMFILES64\Redforge"
InstallDirRegKey HKLM "Software\Redforge" "Folder"
RequestExecutionLevel admin
SetCompressor /SOLID lzma
BrandingText " "
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "Redforge"
VIAddVersionKey "FileDescription" "Installer of Redforge"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" "The Redforge authors, MIT licence"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Redforge"
!insertmacro MUI_PAGE_LICENSE "${STAGE}\LICENSE.txt"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

Function .onInit
  SetRegView 64
  SetShellVarContext all
FunctionEnd

Function un.onInit
  SetRegView 64
  SetShellVarContext all
FunctionEnd

; Opens files with .EXTENSION in the editor, unless the user has chosen another program.
!macro RegisterType EXTENSION NAME
  WriteRegStr HKLM "Software\Classes\Redforge.${EXTENSION}" "" "${NAME}"
  WriteRegStr HKLM "Software\Classes\Redforge.${EXTENSION}\DefaultIcon" "" "$INSTDIR\redforge-editor.exe,0"
  WriteRegStr HKLM "Software\Classes\Redforge.${EXTENSION}\shell\open\command" "" '"$INSTDIR\redforge-editor.exe" "%1"'
  WriteRegStr HKLM "Software\Classes\.${EXTENSION}\OpenWithProgids" "Redforge.${EXTENSION}" ""
!macroend
!macro UnregisterType EXTENSION NAME
  DeleteRegKey HKLM "Software\Classes\Redforge.${EXTENSION}"
  DeleteRegValue HKLM "Software\Classes\.${EXTENSION}\OpenWithProgids" "Redforge.${EXTENSION}"
  DeleteRegKey /ifempty HKLM "Software\Classes\.${EXTENSION}\OpenWithProgids"
  DeleteRegKey /ifempty HKLM "Software\Classes\.${EXTENSION}"
!macroend

!macro EachType MACRO
  !insertmacro ${MACRO} RGM "Redguard map"
  !insertmacro ${MACRO} 3D "Redguard model"
  !insertmacro ${MACRO} 3DC "Redguard model"
  !insertmacro ${MACRO} ROB "Redguard model archive"
  !insertmacro ${MACRO} WLD "Redguard terrain"
  !insertmacro ${MACRO} COL "Redguard palette"
  !insertmacro ${MACRO} ESP "Elder Scrolls plugin"
  !insertmacro ${MACRO} ESM "Elder Scrolls plugin"
  !insertmacro ${MACRO} ESL "Elder Scrolls plugin"
  !insertmacro ${MACRO} ESS "Oblivion save"
!macroend

Section "Redforge" main
  SectionIn RO
  SetOutPath "$INSTDIR"
  File /r "${STAGE}\*.*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateDirectory "$SMPROGRAMS\Redforge"
  !if /FileExists "${STAGE}/redforge-editor.exe"
  CreateShortCut "$SMPROGRAMS\Redforge\Redforge Editor.lnk" "$INSTDIR\redforge-editor.exe" "" "" 0 SW_SHOWNORMAL "" \
    "Maps, models and plugins in a window"
  !endif
  CreateShortCut "$SMPROGRAMS\Redforge\Redforge command line.lnk" "$SYSDIR\cmd.exe" '/k "set PATH=$INSTDIR;%PATH%& redforge --help"' \
    "$INSTDIR\redforge.exe" 0 SW_SHOWNORMAL "" "A command prompt with redforge"
  CreateShortCut "$SMPROGRAMS\Redforge\Uninstall Redforge.lnk" "$INSTDIR\uninstall.exe"
  WriteRegStr HKLM "Software\Redforge" "Folder" "$INSTDIR"
  WriteRegStr HKLM "Software\Microsoft\Windows\CurrentVersion\App Paths\redforge.exe" "" "$INSTDIR\redforge.exe"
  !if /FileExists "${STAGE}/redforge-editor.exe"
  WriteRegStr HKLM "Software\Microsoft\Windows\CurrentVersion\App Paths\redforge-editor.exe" "" "$INSTDIR\redforge-editor.exe"
  !insertmacro EachType RegisterType
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
  !endif
  WriteRegStr HKLM "${UNINSTALL}" "DisplayName" "Redforge"
  WriteRegStr HKLM "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKLM "${UNINSTALL}" "DisplayIcon" "$INSTDIR\redforge.exe"
  WriteRegStr HKLM "${UNINSTALL}" "Publisher" "The Redforge authors"
  WriteRegStr HKLM "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKLM "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKLM "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKLM "${UNINSTALL}" "NoRepair" 1
SectionEnd

Section "Uninstall"
  RMDir /r "$INSTDIR\licences"
  RMDir /r "$INSTDIR\schemas"
  Delete "$INSTDIR\redforge.exe"
  Delete "$INSTDIR\redforge-editor.exe"
  Delete "$INSTDIR\LICENSE.txt"
  Delete "$INSTDIR\CHANGELOG.txt"
  Delete "$INSTDIR\README.txt"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  RMDir /r "$SMPROGRAMS\Redforge"
  DeleteRegKey HKLM "Software\Microsoft\Windows\CurrentVersion\App Paths\redforge.exe"
  DeleteRegKey HKLM "Software\Microsoft\Windows\CurrentVersion\App Paths\redforge-editor.exe"
  !insertmacro EachType UnregisterType
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
  DeleteRegKey HKLM "${UNINSTALL}"
  DeleteRegKey HKLM "Software\Redforge"
SectionEnd
