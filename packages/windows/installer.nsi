; The installer for Windows: the command line for everybody at the machine. NSIS.
; Needs VERSION, STAGE (the folder to install), OUT and ICON.
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

Section "Redforge" main
  SectionIn RO
  SetOutPath "$INSTDIR"
  File /r "${STAGE}\*.*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateDirectory "$SMPROGRAMS\Redforge"
  CreateShortCut "$SMPROGRAMS\Redforge\Redforge command line.lnk" "$SYSDIR\cmd.exe" '/k "set PATH=$INSTDIR;%PATH%& redforge --help"' \
    "$INSTDIR\redforge.exe" 0 SW_SHOWNORMAL "" "A command prompt with redforge"
  CreateShortCut "$SMPROGRAMS\Redforge\Uninstall Redforge.lnk" "$INSTDIR\uninstall.exe"
  WriteRegStr HKLM "Software\Redforge" "Folder" "$INSTDIR"
  WriteRegStr HKLM "Software\Microsoft\Windows\CurrentVersion\App Paths\redforge.exe" "" "$INSTDIR\redforge.exe"
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
  Delete "$INSTDIR\LICENSE.txt"
  Delete "$INSTDIR\CHANGELOG.txt"
  Delete "$INSTDIR\README.txt"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  RMDir /r "$SMPROGRAMS\Redforge"
  DeleteRegKey HKLM "Software\Microsoft\Windows\CurrentVersion\App Paths\redforge.exe"
  DeleteRegKey HKLM "${UNINSTALL}"
  DeleteRegKey HKLM "Software\Redforge"
SectionEnd
